import { describe, expect, it } from 'vitest'
import type { MediaKind } from '@/lib/media/schema'
import { planLoads } from './load-plan'

const file = (id: string, kind: MediaKind = 'image', ext: string | null = 'jpg', isFetchable = true) => ({
  id,
  auditId: 'a',
  kind,
  ext,
  isFetchable,
})
const seven = ['1', '2', '3', '4', '5', '6', '7'].map((id) => file(id))
const large = (id: string) => `/api/media/a/${id}/thumb?size=large`
const original = (id: string) => `/api/media/a/${id}`

describe('the load plan', () => {
  it('begins with the photo itself, then has two files in each direction', () => {
    expect(planLoads(seven, 3, { isSettled: true })).toEqual([
      large('4'),
      original('4'),
      large('5'),
      large('3'),
      large('6'),
      large('2'),
      original('5'),
      original('3'),
    ])
  })

  it('has only previews while a person moves through files', () => {
    expect(planLoads(seven, 0, { isSettled: false })).toEqual([large('1'), large('2'), large('3')])
  })

  it('leaves out streamed files, files without a preview, and files that cannot be requested', () => {
    const mixed = [
      file('clip', 'video', 'mp4'),
      file('phone', 'file', 'heic'),
      file('sheet', 'pdf', 'pdf'),
      file('../x', 'image', 'jpg', false),
      file('table', 'file', 'xlsx'),
    ]
    expect(planLoads(mixed, 1, { isSettled: true })).toEqual([original('phone')])
    expect(planLoads(mixed, 0, { isSettled: true })).toEqual([original('phone')])
    expect(planLoads(mixed, 3, { isSettled: true })).toEqual([])
  })

  it('uses the detected type of a file without an extension', () => {
    const nameless = [file('n', 'unknown', null)]
    expect(planLoads(nameless, 0, { isSettled: true })).toEqual([])
    expect(planLoads(nameless, 0, { isSettled: true, kind: 'image' })).toEqual([large('n'), original('n')])
    expect(planLoads(nameless, 0, { isSettled: true, kind: 'video' })).toEqual([])
  })

  it('is empty for a position outside the list', () => {
    expect(planLoads(seven, -1, { isSettled: true })).toEqual([])
  })
})
