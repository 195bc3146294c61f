// How long inputs are, before they are sent: files are measured here, videos are not known.
import { loadProber, type Probe, type Prober } from '../local.ts'

export class Lengths {
  #prober: Promise<Prober> | undefined

  /**
   * @param mediaPath null for what cannot be measured
   * @throws the signal's reason
   */
  async of(mediaPath: string | null, signal: AbortSignal): Promise<Probe> {
    if (mediaPath === null) return { durationSeconds: null, minutesNeeded: null, failure: null }
    this.#prober ??= loadProber().then(({ openProber }) => openProber())
    return (await this.#prober).probe(mediaPath, signal)
  }

  async close(): Promise<void> {
    const prober = await this.#prober
    prober?.close()
  }
}
