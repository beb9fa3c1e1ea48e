import { Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { ExchangeError } from './errors'
import type { Scrubber, StreamScrubber } from './scrub'

/** How the body of a response is read. */
export interface AnswerRules {
  /** `json` has a size limit. `file` has none, and is streamed from the start when its length is unknown or large. */
  kind: 'json' | 'file'
  /** `whole`: always bytes. `small`: bytes up to `smallBytesMax`, a stream beyond. */
  read: 'whole' | 'small'
}

export interface Answer {
  status: number
  headers: Record<string, string>
  bytes: Buffer | null
  stream: Readable | null
}

export const smallBytesMax = 256 * 1024
/** Far above any page or document, and low enough that a compression bomb costs less than 50 MB. */
export const jsonBytesMax = 16 * 1024 * 1024
export const errorBytesMax = 64 * 1024

const passed = new Set([
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
])

const nothing = Buffer.alloc(0)

function createDecoder(encoding: string): Transform | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    default:
      return null
  }
}

/**
 * Reads one response from undici: small ones as bytes, large ones as a stream with backpressure. It uses the layer
 * below `undici.request`, which creates a stream and several promises for each 2 KB of JSON.
 */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>
  #resolve: (answer: Answer) => void = () => {}
  #reject: (error: Error) => void = () => {}
  #isSettled = false
  #isOver = false
  #cancelled: Error | null = null
  #controller: Dispatcher.DispatchController | null = null
  #status = 0
  #headers: Record<string, string> = {}
  #collected: Buffer[] = []
  #taken = 0
  #stream: Readable | null = null
  #streamScrubber: StreamScrubber | null = null
  #decoder: Transform | null = null
  #hasInput = false

  constructor(
    private readonly rules: AnswerRules,
    private readonly scrubber: Scrubber,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  isSent(): boolean {
    return this.#controller !== null
  }

  cancel(reason: Error): void {
    if (this.#isOver) return
    this.#cancelled = reason
    this.fail(reason)
  }

  /** Ends the exchange with an error, whatever its state. */
  fail(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#decoder?.destroy()
    this.#controller?.abort(error)
    this.#collected = []
    if (this.#stream !== null) this.#stream.destroy(error)
    if (this.#isSettled) return
    this.#isSettled = true
    this.#reject(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#cancelled !== null) {
      controller.abort(this.#cancelled)
      return
    }
    this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200 || this.#isOver) return
    this.#status = status
    if (status >= 300 && status < 400 && status !== 304) {
      this.fail(new ExchangeError('redirect', `Redirect with status ${status} refused`, status))
      return
    }
    for (const name in headers) {
      if (!passed.has(name)) continue
      const value = headers[name]
      if (value !== undefined)
        this.#headers[name] = this.scrubber.text(typeof value === 'string' ? value : (value[0] ?? ''))
    }
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      this.#decoder = typeof encoding === 'string' ? createDecoder(encoding.toLowerCase()) : null
      if (this.#decoder === null) {
        this.fail(new ExchangeError('garbled', 'Unknown content encoding', status))
        return
      }
      delete this.#headers['content-length']
      this.#decoder.on('data', (chunk: Buffer) => this.#take(chunk))
      this.#decoder.on('end', () => this.#finish())
      this.#decoder.on('drain', () => this.#controller?.resume())
      this.#decoder.on('error', (error) =>
        this.fail(new ExchangeError('garbled', 'The body cannot be unpacked', this.#status, { cause: error })),
      )
    }
    if (this.rules.read === 'small' && status < 400) {
      const length = this.#headers['content-length']
      if (
        length === undefined
          ? this.rules.kind === 'file' && status !== 204 && status !== 304
          : Number(length) > smallBytesMax
      )
        this.#startStream()
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return
    if (this.#decoder === null) {
      this.#take(chunk)
      return
    }
    this.#hasInput = true
    if (!this.#decoder.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#isOver) return
    if (this.#decoder === null || !this.#hasInput) this.#finish()
    else this.#decoder.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return
    if (this.#status !== 0)
      this.fail(new ExchangeError('cut', 'The body of the answer broke off', this.#status, { cause: error }))
    else if (error.name === 'InvalidArgumentError')
      this.fail(new ExchangeError('invalid', 'The request was refused before sending', null, { cause: error }))
    // undici reports a response that is not HTTP at all as a parser error.
    else if (error.name.startsWith('HTTPParser') || error.name === 'HeadersOverflowError')
      this.fail(new ExchangeError('garbled', 'The answer is not HTTP', null, { cause: error }))
    else
      this.fail(
        this.isSent()
          ? new ExchangeError('lost', 'The connection ended without an answer', null, { cause: error })
          : new ExchangeError('connect', 'No connection', null, { cause: error }),
      )
  }

  #take(chunk: Buffer): void {
    if (this.#isOver) return
    this.#taken += chunk.length
    if (this.rules.kind === 'json' && this.#taken > jsonBytesMax) {
      this.fail(new ExchangeError('too_large', `More than ${jsonBytesMax} bytes`, this.#status))
      return
    }
    if (this.#stream !== null) {
      this.#pushStream(chunk)
      return
    }
    if (this.#status >= 400 && this.#taken > errorBytesMax) {
      // Enough to tell what went wrong; the rest is not read.
      this.#collected.push(chunk.subarray(0, chunk.length - (this.#taken - errorBytesMax)))
      delete this.#headers['content-length']
      this.#finish()
      return
    }
    this.#collected.push(chunk)
    if (this.#taken > smallBytesMax && this.rules.read === 'small') this.#startStream()
    // A file that is read whole has the same limit as a page of JSON.
    else if (this.rules.read === 'whole' && this.#taken > jsonBytesMax)
      this.fail(new ExchangeError('too_large', `More than ${jsonBytesMax} bytes`, this.#status))
  }

  #startStream(): void {
    this.#streamScrubber = this.scrubber.stream()
    const stream = new Readable({
      highWaterMark: smallBytesMax,
      read: () => {
        if (this.#decoder === null) this.#controller?.resume()
        else this.#decoder.resume()
      },
      destroy: (error, callback) => {
        if (!this.#isOver) this.fail(error ?? new Error('The reader left'))
        callback(error)
      },
    })
    // The consumer learns of an error through its own listener or pipeline. If it has left, the error must not crash
    // the process.
    stream.on('error', () => {})
    this.#stream = stream
    const collected = this.#collected
    this.#collected = []
    for (const chunk of collected) this.#pushStream(chunk)
    this.#settle({ status: this.#status, headers: this.#headers, bytes: null, stream })
  }

  #pushStream(chunk: Buffer): void {
    const clean = this.#streamScrubber?.push(chunk) ?? chunk
    if (clean.length === 0 || this.#stream?.push(clean) !== false) return
    if (this.#decoder === null) this.#controller?.pause()
    else this.#decoder.pause()
  }

  #finish(): void {
    if (this.#isOver) return
    if (this.#stream !== null) {
      this.#isOver = true
      const rest = this.#streamScrubber?.end() ?? nothing
      if (rest.length > 0) this.#stream.push(rest)
      this.#stream.push(null)
      return
    }
    const collected = this.#collected
    const raw = collected.length === 1 ? (collected[0] ?? nothing) : Buffer.concat(collected)
    const isCut = this.#taken > raw.length
    this.#isOver = true
    if (isCut) {
      this.#decoder?.destroy()
      this.#controller?.abort(new Error('Enough was read'))
    }
    this.#collected = []
    this.#settle({ status: this.#status, headers: this.#headers, bytes: this.scrubber.bytes(raw), stream: null })
  }

  #settle(answer: Answer): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#resolve(answer)
  }
}
