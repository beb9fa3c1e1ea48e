import { describe, expect, it } from 'vitest'
import { readSources } from '@/lib/testing/sources'
import { findAffected, findSpecs, specsOf } from './changed'

const source = (file: string, ...targets: string[]) => ({
  file,
  text: '',
  imports: targets.map((target) => ({ target, specifier: target, isType: false })),
})

const files = readSources().map(({ file }) => file)
const specs = files.filter((file) => file.endsWith('.spec.ts'))
const filters = Object.values(specsOf).flat()

const isFolder = (noun: string) =>
  files.some((file) => new RegExp(`^(?:app/(?:\\(console\\)|api)|app|components|lib)/${noun}/`).test(file))

describe('what a change affects', () => {
  it('includes everything that imports it, directly or indirectly, also around cycles', () => {
    const sources = [
      source('lib/a.ts'),
      source('lib/b.ts', 'lib/a.ts', 'lib/c.ts'),
      source('lib/c.ts', 'lib/b.ts'),
      source('lib/c.test.ts', 'lib/c.ts'),
      source('lib/d.test.ts'),
    ]
    expect([...findAffected(sources, ['lib/a.ts'])].toSorted()).toEqual([
      'lib/a.ts',
      'lib/b.ts',
      'lib/c.test.ts',
      'lib/c.ts',
    ])
  })

  it('includes the browser specs of the changed folders and the changed specs, but none for unit tests', () => {
    expect(
      findSpecs([
        'app/(console)/review/page.tsx',
        'app/(console)/assets/proposals/page.tsx',
        'app/api/review/route.ts',
        'components/review/queue/queue.tsx',
        'e2e/journeys/wall.spec.ts',
        'lib/media/model.test.ts',
        'README.md',
      ]),
    ).toEqual([
      'journeys/asset-roles',
      'journeys/assets',
      'journeys/review',
      'journeys/rules',
      'journeys/team',
      'journeys/wall',
    ])
  })

  it('includes only folders and specs that exist', () => {
    const missing = [
      ...Object.keys(specsOf).filter((noun) => !isFolder(noun)),
      ...filters.filter((filter) => !specs.some((file) => file.includes(`e2e/${filter}`))),
    ]
    expect(missing).toEqual([])
  })

  it('includes each journey for at least one folder', () => {
    const journeys = specs.filter((file) => file.startsWith('e2e/journeys/'))
    expect(journeys.length).toBeGreaterThan(40)
    expect(journeys.filter((file) => !filters.some((filter) => file.includes(`e2e/${filter}`)))).toEqual([])
  })
})
