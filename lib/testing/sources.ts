import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface ImportedModule {
  /** Path from the root with its extension for our own files; the bare name for a package. */
  target: string
  /** As written. */
  specifier: string
  isType: boolean
}

export interface Source {
  /** Path from the root, with slashes. */
  file: string
  text: string
  imports: ImportedModule[]
}

const roots = ['app', 'components', 'lib', 'e2e']
const single = [
  'instrumentation.ts',
  'instrumentation-client.ts',
  'proxy.ts',
  'next.config.js',
  'tailwind.config.ts',
  'vitest.config.ts',
]
const sourceName = /\.(ts|tsx|js|mjs)$/

// Relies on the format of oxfmt: statements begin a line, strings contain no line break.
const statement = /^(?:import|export)\s+(?<type>type\s+)?(?:[^'"`;]*?\sfrom\s+)?(['"])(?<path>[^'"]+)\2/gm
const dynamic = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?(['"])(?<path>[^'"]+)\1/g
const inlineType = /\btypeof import\((['"])(?<path>[^'"]+)\1\)/g

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => sourceName.test(file))
}

/** Comments replaced by spaces, so that an example in one is not read as code. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/^\s*\/\/.*$/gm, '')
}

function resolve(file: string, specifier: string, known: ReadonlySet<string>): string {
  if (!specifier.startsWith('.') && !specifier.startsWith('@/')) return packageOf(specifier)
  const base = specifier.startsWith('@/') ? specifier.slice(2) : path.posix.join(path.posix.dirname(file), specifier)
  const tries = [
    base,
    `${base}.ts`,
    `${base}.tsx`,
    `${base}.js`,
    `${base}.mjs`,
    `${base}/index.ts`,
    `${base}/index.tsx`,
  ]
  return tries.find((candidate) => known.has(candidate)) ?? base
}

const packageOf = (specifier: string) => {
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Reads one file's imports: static, re-exported, side-effect, dynamic and type-only. */
export function readImports(file: string, text: string, known: ReadonlySet<string>): ImportedModule[] {
  const code = withoutComments(text)
  const found: ImportedModule[] = []
  const add = (specifier: string | undefined, isType: boolean) => {
    if (specifier !== undefined) found.push({ specifier, isType, target: resolve(file, specifier, known) })
  }
  for (const { groups } of code.matchAll(statement)) add(groups?.['path'], groups?.['type'] !== undefined)
  const types = new Set([...code.matchAll(inlineType)].map(({ index }) => index + 'typeof '.length))
  for (const match of code.matchAll(dynamic)) add(match.groups?.['path'], types.has(match.index))
  return found
}

/** Every source of the tree. Tests are recognized by their name; generated files are left out. */
export function readSources(): Source[] {
  const files = [...roots.flatMap(listFiles), ...single.filter((file) => readdirSync('.').includes(file))]
  const known = new Set(files)
  return files.map((file) => {
    const text = readFileSync(file, 'utf8')
    return { file, text, imports: readImports(file, text, known) }
  })
}

/** Tests, and the helpers beside them that only tests import. */
export const isTest = (file: string) => /\.test\.tsx?$|\/testing(-[a-z]+)?\.tsx?$/.test(file)
