// What may be shown of settings that hold secrets: enough to recognise them, never a secret.

const HIDDEN = '…'
const SECRET_OPTIONS = /^(--(?:password|client-certificate-password|add-headers))(?:=.*)?$/s

/** A web address without the user name and password in it. */
export function maskedAddress(address: string): string {
  return address.replace(/\/\/[^\s"']*@/g, `//${HIDDEN}@`)
}

/** Further arguments of yt-dlp without passwords, headers and the credentials of proxies. */
export function maskedArguments(text: string): string {
  let isSecret = false
  return text.replace(/(?:"[^"]*"?|'[^']*'?|[^\s"'])+/g, (word) => {
    if (isSecret) {
      isSecret = false
      return HIDDEN
    }
    const bare = word.replace(/["']/g, '')
    const [, option] = SECRET_OPTIONS.exec(bare) ?? []
    isSecret = option === bare
    return option === undefined || isSecret ? maskedAddress(word) : `${option}=${HIDDEN}`
  })
}
