import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Home } from '../../support/cli.ts'

const home = new Home()
let docsUrl: string
beforeAll(async () => {
  await home.run(['daemon', 'start', '--port', '0'])
  const { stdout } = await home.run(['daemon', 'status', '--json'])
  docsUrl = `${JSON.parse(stdout).base_url}/docs`
})
afterAll(() => home.remove())

describe('/docs', () => {
  it('shows the description without any other server: all it needs is served here', async () => {
    const page = await fetch(docsUrl)
    const html = await page.text()
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link)
    const files = links.filter((link) => !link.startsWith('data:'))
    const served = await Promise.all(files.map((file) => fetch(new URL(file, page.url))))

    expect(files).toEqual(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'])
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await served[2]?.text()).toContain("url: '../openapi.json'")
    expect((await fetch(new URL('../openapi.json', page.url))).status).toBe(200)
  })

  it('may load scripts and data from here only, and no inline script', async () => {
    const policy = (await fetch(docsUrl)).headers.get('content-security-policy') ?? ''
    const rules = Object.fromEntries(policy.split('; ').map((rule) => rule.split(/ (.*)/)))

    expect(rules).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    })
    expect(await (await fetch(docsUrl)).text()).not.toMatch(/<script>|\son\w+=/)
  })
})
