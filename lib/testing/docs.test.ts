import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { secretVariables } from '@/lib/env-secrets'
import { environment } from '@/lib/env-variables'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'docs/adr'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** Paths of the tree in backticks, and targets of links. Names with a placeholder (`<noun>`, `NNNN`, `*`) are skipped. */
function findPaths(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const quoted = [...text.matchAll(/`((?:app|components|lib|e2e|docs|public)\/[^`\s]*)`/g)].map(([, name = '']) => name)
  const linked = [...text.matchAll(/\]\(([^)\s#:]+)\)/g)].map(([, name = '']) => path.join(path.dirname(file), name))
  return [...quoted, ...linked].filter((name) => !/[<*]|NNNN|\.\.\./.test(name))
}

it('the documents name only files and folders that exist', () => {
  const missing = documents.flatMap((file) =>
    findPaths(file)
      .filter((name) => !existsSync(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(documents.flatMap(findPaths).length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

it('the documents name only npm scripts that exist', () => {
  const known = new Set([...Object.keys(scripts), 'ci', 'install', 'prune'])
  const unknown = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/npm run ([a-z0-9:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${file}: npm run ${name}`),
  )
  expect(unknown).toEqual([])
})

it('the documents and .env.example name every setting, and no others', () => {
  // Only tests and the bench use this one.
  const settings = Object.keys(environment.shape).filter((name) => name !== 'SIGHTLINE_STANDIN')
  const known = new Set([...settings, ...secretVariables.map((name) => `${name}_FILE`), 'SETTINGS_FILE'])
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z\d_]+)=/gm)].map(([, name = '']) => name)
  const rows = readFileSync('README.md', 'utf8').matchAll(/^\| (`[A-Z][^|]+)\|/gm)
  const listed = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name = '']) => name),
  )
  const texts = documents.map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(listed.length).toBeGreaterThan(40)
  expect([...example, ...listed].filter((name) => !known.has(name))).toEqual([])
  expect(settings.filter((name) => !new RegExp(`\\b${name}(?:_FILE)?\\b`).test(texts))).toEqual([])
  expect(settings.filter((name) => !example.includes(name))).toEqual([])
})
