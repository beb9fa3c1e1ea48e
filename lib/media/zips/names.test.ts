import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import type { ZipFile } from './files'
import { createEntryNamer, zipFileName } from './names'

const dayOf = (instant: string) => instant.slice(0, 10)

function makeFile(inspection: { id: string; title: string }, part: Partial<ZipFile> = {}): ZipFile {
  return {
    inspection: {
      auditId: inspection.id,
      title: inspection.title,
      template: null,
      site: null,
      modifiedAt: '2026-11-20T10:00:00.000Z',
    },
    mediaId: 'm1',
    isFetchable: true,
    kind: 'image',
    ext: 'jpg',
    section: 'Brakes',
    question: 'Foot brake',
    number: 1,
    takenAt: null,
    ...part,
  }
}

const round = { id: 'audit_1', title: 'Round 7' }

describe('names in a zip', () => {
  it('contain inspection, section and question, with one folder per inspection if there are several', () => {
    const one = createEntryNamer(1, dayOf)
    expect(one(makeFile(round))).toBe('Round-7_Brakes_Foot-brake_1.jpg')
    expect(one(makeFile(round, { number: 2, ext: null }))).toBe('Round-7_Brakes_Foot-brake_2')
    const several = createEntryNamer(2, dayOf)
    expect(several(makeFile(round))).toBe('Round-7_2026-11-20/Round-7_Brakes_Foot-brake_1.jpg')
    expect(several(makeFile({ id: 'audit_2', title: 'ROUND 7' }))).toBe(
      'ROUND-7_2026-11-20-2/ROUND-7_Brakes_Foot-brake_1.jpg',
    )
    expect(several(makeFile(round, { number: 2 }))).toBe('Round-7_2026-11-20/Round-7_Brakes_Foot-brake_2.jpg')
  })

  it('differ for files that would have the same name', () => {
    const name = createEntryNamer(1, dayOf)
    const same = () => name(makeFile(round))
    expect([same(), same(), name(makeFile(round, { question: 'FOOT BRAKE' })), same()]).toEqual([
      'Round-7_Brakes_Foot-brake_1.jpg',
      'Round-7_Brakes_Foot-brake_1-2.jpg',
      'Round-7_Brakes_FOOT-BRAKE_1-3.jpg',
      'Round-7_Brakes_Foot-brake_1-4.jpg',
    ])
  })

  it('are unique on any disk and never leave their folder, for any texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '..',
        '../..',
        'C:\\x',
        'CON',
        'manifest.csv',
        'MANIFEST',
        'ß',
        'SS',
        'İ',
        'i̇',
        'é',
        'é',
        '𠀀'.repeat(80),
      ),
    )
    const anyFile = fc.record({
      id: fc.constantFrom('audit_1', 'audit_2', 'audit_3'),
      section: text,
      question: text,
      number: fc.integer({ min: 1, max: 2 }),
      ext: fc.constantFrom('jpg', 'JPG', '../x', null),
    })
    fc.assert(
      fc.property(fc.array(anyFile, { maxLength: 16 }), text, fc.boolean(), (files, title, isOne) => {
        const name = createEntryNamer(isOne ? 1 : 3, dayOf)
        const names = files.map(({ id, ...part }) => name(makeFile({ id: isOne ? 'audit_1' : id, title }, part)))
        for (const entry of names) {
          expect(entry).toMatch(/^([\p{L}\p{N}\p{M}_-]+\/)?[\p{L}\p{N}\p{M}_-]+(\.[a-z0-9]+)?$/u)
          for (const part of entry.split('/')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
        }
        for (const fold of [(entry: string) => entry.toLowerCase(), (entry: string) => entry.toUpperCase()])
          expect(new Set(names.map((entry) => fold(entry.normalize('NFC')))).size).toBe(names.length)
        expect(names.map((entry) => entry.toLowerCase())).not.toContain('manifest.csv')
      }),
      { numRuns: runs(100) },
    )
  })

  it('of the zip itself describe its content', () => {
    const today = '2026-11-21'
    expect(zipFileName([makeFile(round)], { inspections: 1, only: 'all', today, dayOf })).toBe(
      'Round-7_2026-11-20_media.zip',
    )
    expect(zipFileName([makeFile(round)], { inspections: 12, only: 'failed', today, dayOf })).toBe(
      'failed-media_12-inspections_2026-11-21.zip',
    )
  })
})
