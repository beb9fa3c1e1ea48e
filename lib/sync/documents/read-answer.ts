import 'server-only'
import { isUtf8 } from 'node:buffer'
import { createSharedSlices, finishInSlices, type Slices } from '@/lib/report/slices-model'
import type { Lane } from '@/lib/service/types'
import { readDocumentSlices, type ReadDocument } from './read-document'

export interface ReadAnswer extends ReadDocument {
  text: string
  /** The bytes of `text`; null if they are not exactly its encoding. */
  bytes: Buffer | null
}

const decoder = new TextDecoder()
/** Whether decoding keeps the bytes. It would remove a byte order mark and replace invalid UTF-8. */
const isSameText = (bytes: Uint8Array) => isUtf8(bytes) && bytes[0] !== 0xef

function* readSlices(answer: Uint8Array): Slices<ReadAnswer> {
  const bytes = isSameText(answer) ? Buffer.from(answer.buffer, answer.byteOffset, answer.length) : null
  const text = bytes?.toString() ?? decoder.decode(answer)
  return { ...(yield* readDocumentSlices(text)), text, bytes }
}

const background = createSharedSlices()

/**
 * Reads the bytes of a document, and lets other work run in between. The sync receives many documents at once, a person waits for
 * one.
 * @throws as `readDocument`, and the reason of `signal`
 */
export function readAnswer(
  answer: Uint8Array,
  { lane, signal }: { lane: Lane; signal: AbortSignal },
): Promise<ReadAnswer> {
  const work = readSlices(answer)
  return lane === 'background' ? background.finish(work, signal) : finishInSlices(work, { signal })
}
