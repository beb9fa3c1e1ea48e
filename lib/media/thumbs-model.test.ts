import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { runs } from '@/lib/testing/random-runs'
import {
  batchHref,
  type BatchFile,
  batchLimits,
  cutBatches,
  FrameReader,
  type ThumbFrame,
  writeFrameHead,
} from './thumbs-model'
import { thumbBatchQuery } from './thumbs-schema'

const id = fc.stringMatching(/^[A-Za-z0-9_:~-][A-Za-z0-9_.:~-]{0,60}$/)
const files = fc.array(fc.record({ auditId: fc.oneof(fc.constant('audit_1'), id), mediaId: id }), {
  minLength: 1,
  maxLength: 300,
})
const frame = fc.oneof(
  fc.constantFrom<ThumbFrame>('none', 'alone'),
  fc.uint8Array({ minLength: 1, maxLength: 400 }).map((bytes): ThumbFrame => Uint8Array.from(bytes)),
)

/** Reads the files of an address like the server. */
function readHref(href: string): BatchFile[] {
  const { searchParams } = new URL(href, 'http://console.test')
  return thumbBatchQuery.parse({ size: searchParams.get('size'), files: searchParams.getAll('files') }).files
}

describe('the address of a batch of thumbnails', () => {
  it('names the files in order and stays within the limits', () => {
    fc.assert(
      fc.property(files, (all) => {
        const batches = cutBatches(all)
        expect(batches.flat()).toEqual(all)
        for (const batch of batches) {
          const href = batchHref(batch, 'medium')
          expect(href.length).toBeLessThanOrEqual(batchLimits.hrefCharsMax)
          expect(readHref(href)).toEqual(batch)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('is short enough for two hundred files of forty inspections in two requests', () => {
    const wall = Array.from({ length: 200 }, (_, at) => ({
      auditId: `audit_${String(Math.floor(at / 5)).padStart(32, '0')}`,
      mediaId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    }))
    expect(cutBatches(wall)).toHaveLength(2)
    // If each file has a different inspection, addresses reach their limit before they name 120 files.
    const apart = wall.map(({ mediaId }) => ({ auditId: `audit_${mediaId.replaceAll('-', '')}`, mediaId }))
    expect(cutBatches(apart).map((batch) => batchHref(batch, 'medium').length <= batchLimits.hrefCharsMax)).toEqual([
      true,
      true,
      true,
    ])
  })

  it.each([
    ['no file', []],
    ['no inspection', ['m1']],
    ['an empty inspection', ['/m1']],
    ['an empty file', ['audit_1/m1,,m2']],
    ['a path in a file id', ['audit_1/../secret']],
    ['a path as a file id', ['audit_1/..']],
    [
      'more than 120 files of one inspection',
      [`audit_1/${Array.from({ length: 121 }, (_, at) => `m${at}`).join(',')}`],
    ],
    ['more than 120 inspections', Array.from({ length: 121 }, (_, at) => `audit_${at}/m`)],
  ])('is refused with %s', (_what, given) => {
    expect(thumbBatchQuery.safeParse({ size: 'small', files: given }).success).toBe(false)
  })
})

describe('frames of thumbnails', () => {
  it('are read as written, even if they arrive in pieces of any size', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 30 }), fc.array(fc.nat(500), { maxLength: 60 }), (frames, cuts) => {
        const answer = Uint8Array.from(
          frames.flatMap((each) => [...writeFrameHead(each), ...(typeof each === 'string' ? [] : each)]),
        )
        const reader = new FrameReader()
        const read: ThumbFrame[] = []
        let at = 0
        for (const length of [...cuts, answer.byteLength]) {
          read.push(...reader.push(answer.subarray(at, at + length)))
          at += length
        }
        expect(read).toEqual(frames)
      }),
      { numRuns: runs(400) },
    )
  })

  it('are read up to the last complete one if the response is cut off', () => {
    const reader = new FrameReader()
    expect(reader.push(Uint8Array.from([0, 0, 0, 1, 7, 0, 0, 0, 0, 0, 0, 0, 3, 1, 2]))).toEqual([
      Uint8Array.from([7]),
      'none',
    ])
  })

  it('are refused if one claims more bytes than a response may have', () => {
    expect(() => new FrameReader().push(Uint8Array.from([0x7f, 0, 0, 0]))).toThrow(RangeError)
  })
})
