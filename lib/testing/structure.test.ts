import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findFolderCycles } from './folder-cycles'
import { environmentReaders, isShape, layerRules } from './layers'
import { linesMax, longFiles } from './long-files'
import { checkFileName, nounOfPage, pageNouns, pageOf, roles, topics } from './vocabulary'
import { isTest, readImports, readSources, type Source } from './sources'

const sources = readSources()
const contributing = readFileSync('CONTRIBUTING.md', 'utf8')
const shipped = sources.filter(({ file }) => !isTest(file) && !/^(lib\/testing|e2e)\//.test(file))
const byFile = new Map(sources.map((source) => [source.file, source]))
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1)

/** The imports of a file that its layer rule forbids, one line each. */
function breaches({ file, imports }: Source): string[] {
  const rule = layerRules.find(({ files }) => files.test(file))
  if (rule === undefined) return [`${file}: no layer rule covers it`]
  return imports.flatMap(({ target, specifier }) => {
    const isOurs = specifier.startsWith('.') || specifier.startsWith('@/')
    const isStyle = target.endsWith('.css')
    const isAllowed = isOurs
      ? isStyle ||
        (rule.never?.test(target) !== true &&
          (rule.may.some((pattern) => pattern.test(target)) ||
            (folderOf(file) !== '' && target.startsWith(folderOf(file)))))
      : (rule.packages?.test(target) ?? true)
    return isAllowed ? [] : [`${file} -> ${target}: ${rule.name}`]
  })
}

/** Chains of imports, of values and types alike, that lead back to their start. */
function findFileCycles(): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, trail: readonly string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
      return
    }
    state.set(file, 'open')
    for (const { target } of byFile.get(file)?.imports ?? []) if (byFile.has(target)) visit(target, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of byFile.keys()) visit(file, [])
  return cycles
}

/**
 * Classes that name the left or right side of the screen, although there is a class for the start or end of a line.
 * `left-1/2` is allowed, because it is the middle.
 */
const physicalClass =
  /(?<=[\s"'`:])-?(?:(?:(?:scroll-)?[mp][lr]|(?:left|right)(?!-1\/2))-(?:\d|px|auto|full|\[|\()|(?:text|float|clear)-(?:left|right)|(?:rounded-(?:[tb]?[lr])|border-[lr])(?:-[\w[]|(?=[\s"'`])))/

const filesWith = (pattern: RegExp, list = shipped) =>
  list.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

describe('the tree', () => {
  it('is read completely: it has hundreds of imports, and each of our own is resolved', () => {
    expect(sources.length).toBeGreaterThan(60)
    const unresolved = sources.flatMap(({ file, imports }) =>
      imports
        .filter(
          ({ specifier, target }) =>
            /^(\.|@\/)/.test(specifier) && !byFile.has(target) && !/\.(css|json)$/.test(target),
        )
        // Types that Next writes.
        .filter(({ target }) => !target.includes('.next/'))
        .map(({ specifier }) => `${file}: ${specifier}`),
    )
    expect(unresolved).toEqual([])
  })

  it('keeps its layers', () => {
    expect(shipped.flatMap(breaches)).toEqual([])
  })

  it('lets tests import only what their layer and its tools may', () => {
    // A test beside a file of the stand-in must not import the client either.
    const standinTests = sources.filter(({ file }) => isTest(file) && file.startsWith('lib/standin/'))
    const foreign = standinTests.flatMap(({ file, imports }) =>
      imports.filter(({ target }) => target.startsWith('lib/service/')).map(({ target }) => `${file} -> ${target}`),
    )
    expect(foreign).toEqual([])
  })

  it('imports the stand-in only in the boot and in tests', { tags: ['S32'] }, () => {
    const users = shipped
      .filter(
        ({ file, imports }) =>
          !file.startsWith('lib/standin/') && imports.some(({ target }) => target.startsWith('lib/standin/')),
      )
      .map(({ file }) => file)
    expect(users).toEqual(['lib/launch/boot.ts'])
  })

  it('has no cycles between files, types included', () => {
    expect(findFileCycles()).toEqual([])
  })

  it('has no cycles between folders of lib or of components, at any depth', () => {
    expect(findFolderCycles(shipped, ['lib', 'components'], isShape)).toEqual([])
  })

  it('names each file of a noun by its role, or by a topic that is listed', () => {
    expect(shipped.map(({ file }) => checkFileName(file)).filter((problem) => problem !== null)).toEqual([])
    const files = new Set(shipped.map(({ file }) => file.replace(/\.tsx?$/, '')))
    const unused = Object.entries(topics).flatMap(([noun, names]) =>
      names.map((name) => `lib/${noun}/${name}`).filter((file) => !files.has(file)),
    )
    expect(unused).toEqual([])
  })

  it('has each role of a file in the table of CONTRIBUTING.md', () => {
    const [, section = ''] = contributing.split('### Names of files in `lib/<noun>`')
    const cells = section.split('\n## ')[0]?.match(/^\| `[^|]+/gm) ?? []
    expect(cells.length).toBeGreaterThan(15)
    expect(roles.filter((role) => !cells.some((cell) => cell.includes(`\`${role}\``)))).toEqual([])
  })

  it('has a noun for each page: its first folder, or another one that CONTRIBUTING.md names', () => {
    const pages = shipped.flatMap(({ file, imports }) => {
      const page = file.endsWith('/page.tsx') ? pageOf(file) : null
      // The page for addresses that do not exist has no noun.
      if (page === null || page === '/[...missing]') return []
      const shown = imports.map(({ target }) => /^components\/([a-z-]+)\//.exec(target)?.[1] ?? '')
      return [{ page, noun: nounOfPage(page), shown: shown.filter((folder) => folder in topics) }]
    })
    expect(pages.length).toBeGreaterThan(40)
    expect(pages.filter(({ noun }) => !(noun in topics))).toEqual([])
    // A page shows the components of its noun.
    expect(pages.filter(({ noun, shown }) => shown.length > 0 && !shown.includes(noun))).toEqual([])
    expect(Object.keys(pageNouns).filter((page) => !pages.some((one) => one.page === page))).toEqual([])
    const rows = contributing.split('\n').filter((line) => line.startsWith('|'))
    const isNamed = ([page, noun]: [string, string]) =>
      rows.some((row) => row.includes(`\`${page}\``) && row.includes(`| \`${noun}\` `))
    expect(Object.entries(pageNouns).filter((entry) => !isNamed(entry))).toEqual([])
  })

  it('has a reason for each file over 300 lines, and at most five such files', () => {
    const lengths = sources
      .filter(({ file }) => !/\.(test|spec)\.tsx?$/.test(file))
      .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    const long = lengths.filter(({ lines }) => lines > linesMax)
    expect(long.filter(({ file }) => !(file in longFiles))).toEqual([])
    const unneeded = Object.keys(longFiles).filter((name) => !long.some(({ file }) => file === name))
    expect(unneeded).toEqual([])
    expect(Object.keys(longFiles).length).toBeLessThanOrEqual(5)
  })

  it('has at most 26 files in a folder, not counting tests and migrations', () => {
    const counts = new Map<string, number>()
    for (const { file } of shipped) {
      const folder = folderOf(file)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    counts.delete('lib/db/migrations/')
    expect([...counts].filter(([, count]) => count > 26)).toEqual([])
  })

  it('has no barrels', () => {
    expect(sources.filter(({ file }) => /(^|\/)index\.tsx?$/.test(file)).map(({ file }) => file)).toEqual([])
  })

  it('reads process.env only in lib/env.ts', () => {
    const readers = filesWith(/\bprocess\.env\b(?!\.NODE_ENV\b)/, sources).filter(
      (file) => !environmentReaders.some((pattern) => pattern.test(file)),
    )
    expect(readers).toEqual([])
  })

  it('marks files that use settings, database, service or session as server-only, in the first line', () => {
    const guarded = /^lib\/(env|log)\.ts$|^lib\/(db|service)\/instance\.ts$|^lib\/auth\/(session|options)\.ts$/
    const unmarked = shipped.filter(
      ({ file, text, imports }) =>
        // Route handlers and server pages cannot reach a browser; client components cannot import these at all.
        !/^(app|proxy\.ts|instrumentation\.ts|lib\/launch\/main\.mjs)/.test(file) &&
        imports.some(({ target, isType }) => !isType && guarded.test(target)) &&
        !text.startsWith("import 'server-only'\n"),
    )
    expect(unmarked.map(({ file }) => file)).toEqual([])
  })

  it(
    'checks the session in every signed-in page itself, because a layout does not prevent a page from being streamed',
    { tags: ['S2'] },
    () => {
      const pages = shipped.filter(({ file }) => /^app\/\(console\)\/.*page\.tsx$/.test(file))
      expect(pages.length).toBeGreaterThan(2)
      expect(pages.filter(({ text }) => !/await requirePageSession\(/.test(text)).map(({ file }) => file)).toEqual([])
    },
  )

  it('imports next-auth only in its options and the one file that runs it', () => {
    const users = shipped
      .filter(({ imports }) => imports.some(({ target }) => target === 'next-auth'))
      .map(({ file }) => file)
    const allowed = new Set([
      'lib/auth/options.ts',
      'lib/auth/session.ts',
      'lib/auth/next-auth.ts',
      'lib/auth/oidc-client.ts',
    ])
    expect(users.filter((file) => !allowed.has(file))).toEqual([])
  })

  it.each([
    ['Server Actions', /^\s*['"]use server['"]/m],
    ['next/script', /['"]next\/script['"]/],
    ['next/image', /['"]next\/image['"]/],
    ['fonts from a network', /['"]next\/font\/google['"]/],
    ['the named import of z, which defeats tree shaking', /import\s+\{[^}]*\bz\b[^}]*\}\s+from\s+['"]zod['"]/],
    ['raw HTML', /dangerouslySetInnerHTML/],
    ['type errors silenced', /@ts-(ignore|nocheck)/],
  ])('has no %s', { tags: ['S1'] }, (_, pattern) => {
    expect(filesWith(pattern)).toEqual([])
  })
})

describe('the layout', () => {
  it('is mirrored for languages that are written from right to left, because no class names a side', () => {
    const styled = shipped.filter(({ file }) => /^(?:app|components)\//.test(file))
    const found = styled.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, at) => {
        const name = physicalClass.exec(line)?.[0]
        return name === undefined ? [] : [`${file}:${at + 1} ${name}`]
      }),
    )
    expect(found).toEqual([])
  })

  it.each(['ml-2', '-ml-px', 'sm:pr-4', 'left-0', 'right-[3px]', 'text-right', 'border-l', 'rounded-tl-lg'])(
    'requires a class that follows the direction of text instead of %s',
    (name) => {
      expect(physicalClass.test(`className="flex ${name} p-2"`)).toBe(true)
    },
  )

  it.each(['ms-2', 'start-0', 'left-1/2', 'text-end', 'border-line', 'rounded-lg', 'what is left-over', 'mr-smith'])(
    'may use %s',
    (name) => {
      expect(physicalClass.test(`className="flex ${name} p-2"`)).toBe(false)
    },
  )
})

describe('reading imports', () => {
  it('finds every form of import and no comment', () => {
    const text = [
      "import a from './a'",
      "import type { B } from '@/lib/b'",
      'import {',
      '  c,',
      "} from 'pkg/deep'",
      "import '@scope/side/effect.css'",
      "export { d } from './d'",
      "export type * from './t'",
      // Spelled differently here, because this file is checked too.
      "const e = await IMPORT('./e')",
      "let f: typeof IMPORT('./f')",
      "// import x from './x'",
      "/* import y from './y' */",
    ]
      .join('\n')
      .replaceAll('IMPORT', 'import')
    const known = new Set(['lib/x/a.ts', 'lib/b.ts', 'lib/x/d.ts', 'lib/x/e.tsx', 'lib/x/f.ts', 'lib/x/t.ts'])
    expect(readImports('lib/x/here.ts', text, known).map(({ target, isType }) => [target, isType])).toEqual([
      ['lib/x/a.ts', false],
      ['lib/b.ts', true],
      ['pkg', false],
      ['@scope/side', false],
      ['lib/x/d.ts', false],
      ['lib/x/t.ts', true],
      ['lib/x/e.tsx', false],
      ['lib/x/f.ts', true],
    ])
  })

  it.each([
    ['components/ui/x.tsx', 'lib/inspections/schema.ts'],
    ['components/inspections/x.tsx', 'lib/inspections/data.ts'],
    ['lib/inspections/queries.ts', 'lib/inspections/data.ts'],
    ['lib/inspections/data.ts', 'lib/system/data.ts'],
    ['lib/auth/session.ts', 'lib/activity/journal.ts'],
    ['lib/assets/data.ts', 'lib/media/data.ts'],
    ['lib/standin/server.ts', 'lib/ids.ts'],
    ['lib/service/client.ts', 'lib/env.ts'],
    ['app/api/x/route.ts', 'components/ui/button.tsx'],
    ['app/(console)/page.tsx', 'lib/db/instance.ts'],
    ['lib/brand-new/thing.ts', 'lib/ids.ts'],
  ])('refuses %s -> %s', (file, target) => {
    const source = { file, text: '', imports: [{ target, specifier: `@/${target}`, isType: false }] }
    expect(breaches(source)).toHaveLength(1)
  })
})
