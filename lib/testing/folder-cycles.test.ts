import { describe, expect, it } from 'vitest'
import { findFolderCycles } from './folder-cycles'
import type { Source } from './sources'

const source = (file: string, ...targets: string[]): Source => ({
  file,
  text: '',
  imports: targets.map((target) => ({ target, specifier: `@/${target}`, isType: false })),
})

describe('findFolderCycles', () => {
  it('finds a cycle between two folders although no files form one', () => {
    const sources = [source('lib/a/x.ts', 'lib/b/x.ts'), source('lib/b/x.ts'), source('lib/b/y.ts', 'lib/a/y.ts')]
    expect(findFolderCycles(sources, ['lib'])).toEqual(['lib/a/x.ts -> lib/b/x.ts; lib/b/y.ts -> lib/a/y.ts'])
  })

  it('finds a cycle over three folders and one between subfolders', () => {
    const long = [
      source('lib/a/x.ts', 'lib/b/x.ts'),
      source('lib/b/x.ts', 'lib/c/x.ts'),
      source('lib/c/x.ts', 'lib/a/y.ts'),
    ]
    const nested = [source('lib/a/m/x.ts', 'lib/a/n/x.ts'), source('lib/a/n/y.ts', 'lib/a/m/y.ts')]
    expect(findFolderCycles(long, ['lib'])).toHaveLength(1)
    expect(findFolderCycles(nested, ['lib'])).toHaveLength(1)
  })

  it('ignores imports of files that every folder may import', () => {
    const sources = [source('lib/a/x.ts', 'lib/b/x.ts'), source('lib/b/y.ts', 'lib/a/schema.ts')]
    expect(findFolderCycles(sources, ['lib'], (target) => target.endsWith('schema.ts'))).toEqual([])
  })
})
