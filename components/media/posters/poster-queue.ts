import { toBase64 } from '@/lib/browser/base64'
import { sendPoster } from '@/lib/media/queries'
import type { ViewerMedia } from '@/lib/media/schema'

type Draw = (media: ViewerMedia, signal: AbortSignal) => Promise<Blob>

/** A file that takes longer is left without a poster. */
const drawMsMax = 30_000
/** Between two posters, so that a wall of videos takes little of the rate limit that people share. */
const restMs = 1_000
/** In one visit. */
const postersMax = 200

interface Wanted {
  media: ViewerMedia
  tell: Set<() => void>
}

/**
 * Makes posters of files on screen, one at a time, and gives them to the server. Each file is tried once a visit, whatever
 * comes of it: the next visit, or somebody else's, tries again.
 */
export class PosterQueue {
  readonly #draw: Draw
  readonly #restMs: number
  readonly #wanted = new Map<string, Wanted>()
  readonly #tried = new Set<string>()
  #isRunning = false

  constructor(draw: Draw, rest = restMs) {
    this.#draw = draw
    this.#restMs = rest
  }

  /** Asks for the poster of a file. Calls `onMade` when the server has it. Returns a function that takes it back. */
  want(media: ViewerMedia, onMade: () => void): () => void {
    const key = `${media.auditId}/${media.id}`
    if (this.#tried.has(key) || this.#tried.size >= postersMax) return () => undefined
    const wanted = this.#wanted.get(key) ?? { media, tell: new Set() }
    wanted.tell.add(onMade)
    this.#wanted.set(key, wanted)
    void this.#run()
    return () => {
      wanted.tell.delete(onMade)
      // What nobody sees any more is not worth a request.
      if (wanted.tell.size === 0 && this.#wanted.get(key) === wanted) this.#wanted.delete(key)
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (;;) {
      // Before the first as well: people who scroll past do not need one.
      await new Promise((resolve) => setTimeout(resolve, this.#restMs))
      const [next] = this.#wanted
      if (next === undefined) break
      const [key, { media, tell }] = next
      this.#tried.add(key)
      try {
        const signal = AbortSignal.timeout(drawMsMax)
        const poster = await this.#draw(media, signal)
        const image = toBase64(new Uint8Array(await poster.arrayBuffer()))
        await sendPoster(media.auditId, media.id, image, signal)
        for (const onMade of tell) onMade()
      } catch {
        // Its icon stays.
      }
      this.#wanted.delete(key)
    }
    this.#isRunning = false
  }
}
