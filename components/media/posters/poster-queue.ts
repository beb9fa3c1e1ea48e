import { toBase64 } from '@/lib/browser/base64'
import { sendPoster } from '@/lib/media/queries'
import type { ViewerMedia } from '@/lib/media/schema'

type Draw = (media: ViewerMedia, signal: AbortSignal) => Promise<Blob>

/** A file that takes longer is left without a poster. */
const drawMsMax = 30_000
/** Pause before each poster, so that a wall of videos uses little of the rate limit that people share. */
const restMs = 1_000
/** Limit per visit. */
const postersMax = 200

interface Wanted {
  media: ViewerMedia
  tell: Set<() => void>
}

/**
 * Makes posters of files on screen, one at a time, and sends them to the server. Each file is tried once per visit,
 * even if it fails. Later visits, also by other people, try again.
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

  /**
   * Requests the poster of a file. Calls `onMade` when the server has it. Returns a function that withdraws the
   * request.
   */
  want(media: ViewerMedia, onMade: () => void): () => void {
    const key = `${media.auditId}/${media.id}`
    if (this.#tried.has(key) || this.#tried.size >= postersMax) return () => undefined
    const wanted = this.#wanted.get(key) ?? { media, tell: new Set() }
    wanted.tell.add(onMade)
    this.#wanted.set(key, wanted)
    void this.#run()
    return () => {
      wanted.tell.delete(onMade)
      // A file that is no longer on screen is not worth a request.
      if (wanted.tell.size === 0 && this.#wanted.get(key) === wanted) this.#wanted.delete(key)
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (;;) {
      // The pause also comes before the first poster, because people who scroll past do not need it.
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
        // The file keeps its icon.
      }
      this.#wanted.delete(key)
    }
    this.#isRunning = false
  }
}
