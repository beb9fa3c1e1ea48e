/**
 * Unpacks the few entries of a zip that are needed, within a budget. Bytes are counted while they are unpacked, because
 * the declared sizes cannot be trusted.
 * Not fflate: its `unzipSync` does not stop a zip bomb (1.5 MB that unpack to 1.5 GB kept a thread busy for 30 s, or
 * filled 1.5 GB of memory, depending on the declared size), cuts an entry at a declared size that is too small, and
 * does not say which entries are encrypted. Its `Unzip` stops, but takes two to four times as long as the platform's
 * inflate.
 */

export class ZipError extends Error {
  override name = 'ZipError'
  constructor(readonly why: 'broken' | 'encrypted' | 'budget') {
    super(`the archive is ${why}`)
  }
}

export interface ZipEntry {
  name: string
  method: number
  isEncrypted: boolean
  compressedBytes: number
  headerAt: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const commentMax = 65_535
const entriesMax = 5_000

/** The archive's table of contents. Fails with ZipError. */
export function listZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lowest = Math.max(0, bytes.length - 22 - commentMax)
  let end = bytes.length - 22
  while (end >= lowest && view.getUint32(end, true) !== endSignature) end -= 1
  if (end < lowest) throw new ZipError('broken')
  const count = Math.min(view.getUint16(end + 10, true), entriesMax)
  let at = view.getUint32(end + 16, true)
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) throw new ZipError('broken')
    const nameBytes = view.getUint16(at + 28, true)
    const extraBytes = view.getUint16(at + 30, true)
    const entry: ZipEntry = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      compressedBytes: view.getUint32(at + 20, true),
      headerAt: view.getUint32(at + 42, true),
    }
    readLongSizes(view, at, at + 46 + nameBytes, extraBytes, entry)
    entries.push(entry)
    at += 46 + nameBytes + extraBytes + view.getUint16(at + 32, true)
  }
  return entries
}

const isLong = 0xffffffff

/**
 * Programs that stream an archive write 64-bit sizes to an extra field, in this order. The extra field has only the
 * sizes whose normal field is `isLong`.
 */
function readLongSizes(view: DataView, at: number, extraAt: number, extraBytes: number, entry: ZipEntry) {
  const end = Math.min(extraAt + extraBytes, view.byteLength)
  for (let field = extraAt; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue
    const fieldEnd = Math.min(field + 4 + view.getUint16(field + 2, true), end)
    let value = field + 4
    const next = () => {
      if (value + 8 > fieldEnd) throw new ZipError('broken')
      const read = Number(view.getBigUint64(value, true))
      value += 8
      return read
    }
    if (view.getUint32(at + 24, true) === isLong) next()
    if (entry.compressedBytes === isLong) entry.compressedBytes = next()
    if (entry.headerAt === isLong) entry.headerAt = next()
    return
  }
}

/** Bytes that may still be unpacked from an archive. */
export interface Budget {
  bytes: number
}

/** Content of an entry. Fails with ZipError when it is damaged, encrypted, or goes over the budget. */
export async function unpackEntry(
  archive: Uint8Array,
  entry: ZipEntry,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.isEncrypted) throw new ZipError('encrypted')
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const at = entry.headerAt
  if (at + 30 > archive.length || view.getUint32(at, true) !== localSignature) throw new ZipError('broken')
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const end = start + entry.compressedBytes
  if (end > archive.length) throw new ZipError('broken')
  // A copy, because a chunk of a stream must not be part of a shared buffer.
  const packed = new Uint8Array(archive.subarray(start, end))
  if (entry.method === 0) return take(packed, budget)
  if (entry.method !== 8) throw new ZipError('broken')
  return inflate(packed, budget)
}

function take(bytes: Uint8Array<ArrayBuffer>, budget: Budget) {
  budget.bytes -= bytes.length
  if (budget.bytes < 0) throw new ZipError('budget')
  return bytes
}

async function inflate(packed: Uint8Array<ArrayBuffer>, budget: Budget): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      total += value.length
      budget.bytes -= value.length
      if (budget.bytes < 0) throw new ZipError('budget')
      chunks.push(value)
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof ZipError ? error : new ZipError('broken')
  }
  const whole = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** An archive of these files, not compressed. */
export function storeZip(files: readonly { name: string; bytes: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const named = files.map(({ name, bytes }) => ({ name: new TextEncoder().encode(name), bytes, crc: checksum(bytes) }))
  const size = named.reduce((sum, { name, bytes }) => sum + 76 + 2 * name.length + bytes.length, 22)
  const whole = new Uint8Array(size)
  const view = new DataView(whole.buffer)
  const places: number[] = []
  let at = 0
  const describe = ({ name, bytes, crc }: (typeof named)[number], from: number) => {
    view.setUint16(from, 20, true)
    // This flag means that names are in UTF-8.
    view.setUint16(from + 2, 0x0800, true)
    view.setUint32(from + 10, crc, true)
    view.setUint32(from + 14, bytes.length, true)
    view.setUint32(from + 18, bytes.length, true)
    view.setUint16(from + 22, name.length, true)
  }
  for (const file of named) {
    places.push(at)
    view.setUint32(at, localSignature, true)
    describe(file, at + 4)
    whole.set(file.name, at + 30)
    whole.set(file.bytes, at + 30 + file.name.length)
    at += 30 + file.name.length + file.bytes.length
  }
  const directoryAt = at
  for (const [index, file] of named.entries()) {
    view.setUint32(at, entrySignature, true)
    view.setUint16(at + 4, 20, true)
    describe(file, at + 6)
    view.setUint32(at + 42, places[index] ?? 0, true)
    whole.set(file.name, at + 46)
    at += 46 + file.name.length
  }
  view.setUint32(at, endSignature, true)
  view.setUint16(at + 8, named.length, true)
  view.setUint16(at + 10, named.length, true)
  view.setUint32(at + 12, at - directoryAt, true)
  view.setUint32(at + 16, directoryAt, true)
  return whole
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
