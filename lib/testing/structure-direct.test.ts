import { describe, expect, it } from 'vitest'
import { readModule, trace } from './messages/module-graph'
import { isTest, readImports, readSources, type Source } from './sources'

/** Functions that fail outside of Next, and those of next-intl that call them. Type imports do not count. */
const ofNext = /^(?:next|next-intl\/server)(?:\/[\w/-]+)?#/

/** The routes that are answered without Next, and what their handlers use of Next nevertheless. */
function checkDirect(sources: readonly Source[]): { routes: string[]; problems: string[] } {
  const shipped = sources.filter(({ file }) => /^(?:app|components|lib)\//.test(file) && !isTest(file))
  const byFile = new Map(shipped.map((source) => [source.file, source]))
  const routes = shipped
    .filter(({ file, text }) => /^app\/.*\/route\.ts$/.test(file) && /^\s*direct:/m.test(text))
    .map(({ file }) => file)
  const needed = new Set(routes)
  for (const file of needed) for (const { target } of byFile.get(file)?.imports ?? []) needed.add(target)
  const modules = new Map(
    shipped.filter(({ file }) => needed.has(file)).map((source) => [source.file, readModule(source)]),
  )
  const problems = routes.flatMap((route) =>
    [...trace(route, modules).packages]
      .filter(([name]) => ofNext.test(name))
      .map(([name, file]) => `${route}: ${file} uses ${name}`),
  )
  return { routes, problems }
}

const route = (handler: string) =>
  [
    "import { route } from '@/lib/http/route'",
    `import { ${handler} } from '@/lib/lists/list'`,
    'export const GET = route(',
    "  {\n    direct: 'GET /api/things',\n  },",
    `  ${handler},\n)`,
  ].join('\n')
const list = [
  "import { cookies } from 'next/headers'",
  "import type { NextRequest } from 'next/server'",
  'const limit = 3',
  'export const list = (request: NextRequest) => limit',
  'export const listOfPage = () => cookies()',
].join('\n')
function check(own: Record<string, string>) {
  const files = { 'app/api/things/route.ts': route('list'), 'lib/lists/list.ts': list, ...own }
  const known = new Set(Object.keys(files))
  return checkDirect(
    Object.entries(files).map(([file, text]) => ({ file, text, imports: readImports(file, text, known) })),
  )
}

describe('routes that are answered without Next', () => {
  it('use nothing of Next, with everything that their handlers use', () => {
    const { routes, problems } = checkDirect(readSources())
    expect(routes.length).toBeGreaterThan(2)
    expect(problems).toEqual([])
  })

  it.each([
    ['next/headers', 'cookies'],
    ['next/headers', 'headers'],
    ['next/cache', 'revalidateTag'],
    ['next/server', 'after'],
    ['next/server', 'connection'],
    ['next/navigation', 'redirect'],
    ['next-intl/server', 'getTranslations'],
  ])('may not use %s: %s', (from, name) => {
    const text = `import { ${name} as used } from '${from}'\nconst inner = () => used()\nexport const list = () => inner()`
    expect(check({ 'lib/lists/list.ts': text }).problems).toEqual([
      `app/api/things/route.ts: lib/lists/list.ts uses ${from}#${name}`,
    ])
  })

  it('may not use it by a late import either', () => {
    // Spelled differently here, because this file is checked too.
    const text = `export const list = async () => (await LOAD('next/headers')).cookies()`.replace('LOAD', 'import')
    expect(check({ 'lib/lists/list.ts': text }).problems).toEqual([
      'app/api/things/route.ts: lib/lists/list.ts uses next/headers#*',
    ])
  })

  it('may use files in which something else uses Next, and its types', () => {
    expect(check({})).toEqual({ routes: ['app/api/things/route.ts'], problems: [] })
  })

  it('are only those that say so', () => {
    const used = {
      'app/api/things/route.ts': route('listOfPage').replace('direct:', 'summary:'),
    }
    expect(check(used)).toEqual({ routes: [], problems: [] })
  })
})
