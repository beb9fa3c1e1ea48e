/**
 * A zip written as a stream, entry after entry, without knowing sizes in advance (APPNOTE 4.4.4, bit 3). Each entry can
 * have up to 4 GB.
 */

interface Written {
  crc: number
  packedBytes: number
  bytes: number
}

export interface ZipEntry {
  name: string
  /** Yields the packed bytes, and returns their checksum and sizes at the end. */
  pack: () => AsyncGenerator<Uint8Array, Written>
  cancel: () => Promise<void>
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  return value
})

function updateCrc(crc: number, bytes: Uint8Array): number {
  let value = crc
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return value
}

/** An entry that is packed while it is read. */
export function deflateEntry(name: string, source: ReadableStream<Uint8Array>): ZipEntry {
  return {
    name,
    cancel: () => (source.locked ? Promise.resolve() : source.cancel()),
    async *pack() {
      let crc = 0xff_ff_ff_ff
      const written: Written = { crc: 0, packedBytes: 0, bytes: 0 }
      const counted = source.pipeThrough(
        new TransformStream<Uint8Array, BufferSource>({
          transform(piece, controller) {
            crc = updateCrc(crc, piece)
            written.bytes += piece.length
            controller.enqueue(Uint8Array.from(piece))
          },
        }),
      )
      const reader = counted.pipeThrough(new CompressionStream('deflate-raw')).getReader()
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) break
          written.packedBytes += value.length
          yield value
        }
      } finally {
        // Ends the source when the reader of the zip leaves. Has no effect after the end of the source.
        await reader.cancel().catch(() => {
          // The source failed, and its error has already been thrown.
        })
      }
      written.crc = ~crc >>> 0
      return written
    },
  }
}

const utf8AndDescriptor = 0x08_08
const deflated = 8
const version = 20
/** 1 January 1980, so that the file does not reveal when it was created. */
const firstDay = 0x00_21

/** Little-endian numbers, each with its size in bytes. */
function pack(...fields: ReadonlyArray<readonly [bytes: 2 | 4, value: number]>): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const encoder = new TextEncoder()

async function* writeEntries(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    const name = encoder.encode(entry.name)
    const header = pack(
      [4, 0x04_03_4b_50],
      [2, version],
      [2, utf8AndDescriptor],
      [2, deflated],
      [2, 0],
      [2, firstDay],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    )
    yield header
    yield name
    const { crc, packedBytes, bytes } = yield* entry.pack()
    const sums = [
      [4, crc],
      [4, packedBytes],
      [4, bytes],
    ] as const
    const descriptor = pack([4, 0x08_07_4b_50], ...sums)
    yield descriptor
    directory.push(
      pack(
        [4, 0x02_01_4b_50],
        [2, version],
        [2, version],
        [2, utf8AndDescriptor],
        [2, deflated],
        [2, 0],
        [2, firstDay],
        ...sums,
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ),
      name,
    )
    offset += header.length + name.length + packedBytes + descriptor.length
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0)
  yield* directory
  yield pack(
    [4, 0x06_05_4b_50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directoryBytes],
    [4, offset],
    [2, 0],
  )
}

/** The zip as a stream that is produced only as fast as it is read. */
export function writeZip(entries: readonly ZipEntry[]): ReadableStream<Uint8Array> {
  const written = writeEntries(entries)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await written.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await written.return(undefined)
        // Entries that have not started yet still hold their source open.
        await Promise.all(entries.map((entry) => entry.cancel()))
      },
    },
    { highWaterMark: 0 },
  )
}
