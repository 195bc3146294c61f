// Where a chunk goes. The server's ticket names the place, but a server behind a gateway that ends
// TLS may believe that it is talked to over plain http: the token and the file must not leave the
// encryption that the base URL asks for.

/** @returns the ticket's template, below the base URL where it differs from it by `http:` only */
export function chunkUrlTemplate(baseUrl: string, template: string): string {
  const base = new URL(baseUrl)
  if (base.protocol !== 'https:' || !URL.canParse(template)) return template
  const { protocol, hostname, pathname } = new URL(template)
  const prefix = `${base.pathname}/`
  const same = hostname === base.hostname && pathname.startsWith(prefix)
  if (protocol !== 'http:' || !same) return template
  return `${baseUrl}/${template.slice(template.indexOf(prefix) + prefix.length)}`
}
