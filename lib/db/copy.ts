import { once } from 'node:events'
import type { Client, Connection } from 'pg'

/** Methods for `COPY` that pg's types do not include. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const pausedBytes = 4 * 1024 * 1024

/** The methods that pg calls on a query. `end` is called once the query has ended, with or without an error. */
abstract class CopyQuery {
  constructor(private readonly text: string) {}

  submit(connection: Connection): void {
    connection.query(this.text)
  }
  handleError(error: Error): void {
    this.end(error)
  }
  handleCommandComplete(): void {
    // Nothing to do: `handleReadyForQuery` follows.
  }
  handleReadyForQuery(): void {
    this.end(null)
  }
  abstract end(error: Error | null): void
}

class CopyOut extends CopyQuery {
  private readonly chunks: Buffer[] = []
  private queuedBytes = 0
  private stream: Connection['stream'] | null = null
  private ended: { error: Error | null } | null = null
  private wake: () => void = () => {}

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    // Copies the chunk, because pg reuses its read buffer.
    this.chunks.push(Buffer.from(chunk))
    this.queuedBytes += chunk.length
    this.stream = connection.stream
    if (this.queuedBytes > pausedBytes) this.stream.pause()
    this.wake()
  }
  end(error: Error | null): void {
    this.ended ??= { error }
    this.wake()
  }

  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.chunks.length === 0 ? null : Buffer.concat(this.chunks.splice(0))
      if (chunk !== null) {
        yield chunk
        this.queuedBytes = 0
        this.stream?.resume()
      } else if (this.ended !== null) {
        if (this.ended.error !== null) throw this.ended.error
        return
      } else
        await new Promise<void>((resolve) => {
          this.wake = resolve
        })
    }
  }
}

class CopyIn extends CopyQuery {
  private failed = false
  private readonly ending = new AbortController()
  readonly finished: Promise<void>

  constructor(
    text: string,
    private readonly source: AsyncIterable<Buffer>,
  ) {
    super(text)
    this.finished = this.untilEnded()
  }

  handleCopyInResponse(connection: Connection): void {
    // The cast is safe: pg passes its own connection, and its types only omit the methods for COPY.
    void this.send(connection as CopyConnection)
  }
  end(error: Error | null): void {
    this.failed ||= error !== null
    this.ending.abort(error)
  }

  private async untilEnded(): Promise<void> {
    await once(this.ending.signal, 'abort')
    if (this.ending.signal.reason instanceof Error) throw this.ending.signal.reason
  }

  private async send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.source) {
        if (this.failed) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      this.end(error instanceof Error ? error : new Error('the source of a COPY failed'))
      connection.sendCopyFail('the source failed')
    }
  }
}

/**
 * `COPY … TO STDOUT`. The connection cannot run other queries until the last chunk was read.
 * @throws pg's DatabaseError
 */
export function copyOut(client: Client, text: string): AsyncGenerator<Buffer> {
  return client.query(new CopyOut(text)).read()
}

/**
 * `COPY … FROM STDIN`. Resolves when the server has stored everything.
 * @throws pg's DatabaseError, and errors of the source
 */
export function copyIn(client: Client, text: string, source: AsyncIterable<Buffer>): Promise<void> {
  return client.query(new CopyIn(text, source)).finished
}
