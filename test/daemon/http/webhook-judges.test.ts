// Receivers that know nothing of this project accept our deliveries: two public libraries verify
// the header of a delivery that a real daemon sent, with the secret that its dashboard shows.
import Mux from '@mux/mux-node'
import Stripe from 'stripe'
import { afterAll, describe, expect, it } from 'vitest'
import { removeFolders, startDaemon } from '../../support/daemon.ts'
import { startReceiver } from '../../support/receiver.ts'
import { signingSecret } from '../../support/secret.ts'

type Judge = (body: string, header: string, secret: string) => Promise<unknown>

const stripe = new Stripe('sk_test_none')
const mux = new Mux({ tokenId: 'none', tokenSecret: 'none' })

const JUDGES: [string, Judge][] = [
  ['stripe', async (body, header, secret) => stripe.webhooks.constructEvent(body, header, secret)],
  [
    '@mux/mux-node',
    async (body, header, secret) => mux.webhooks.unwrap(body, { 'mux-signature': header }, secret),
  ],
]

afterAll(removeFolders)

/** A delivery as a receiver gets it, and the secret that signed it. */
async function deliver(): Promise<{ body: string; header: string; secret: string }> {
  const receiver = await startReceiver()
  const daemon = await startDaemon({ allowPrivateWebhooks: true })
  const form = new FormData()
  form.set('webhook_url', receiver.url)
  form.set('file', new Blob([JSON.stringify({ duration: 5 })]), 'talk.wav')
  await daemon.request('POST', '/transcriptions', { body: form })
  const [received] = await receiver.until(1)
  const secret = await signingSecret(daemon)
  await daemon.stop()
  const header = String(received?.headers['x-service-signature'])
  return { body: received?.body ?? '', header, secret }
}

describe.each(JUDGES)('%s', (_name, judge) => {
  it('accepts a delivery, and refuses it changed, under another secret, or old', async () => {
    const { body, header, secret } = await deliver()
    const old = header.replace(/t=(\d+)/, (_all, t) => `t=${Number(t) - 301}`)

    expect(await judge(body, header, secret)).toEqual(JSON.parse(body))
    await expect(judge(`${body} `, header, secret)).rejects.toThrow(/signature/i)
    await expect(judge(body, header, 'whsec_other')).rejects.toThrow(/signature/i)
    await expect(judge(body, old, secret)).rejects.toThrow(/signature|timestamp/i)
  })
})
