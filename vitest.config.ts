import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { testTags } from './lib/testing/promises.ts'
import { dailySeed } from './lib/testing/random-settings.ts'
import { readSources } from './lib/testing/sources.ts'
import { readTestKinds, testsOfKind } from './lib/testing/test-kinds.ts'

const root = path.dirname(fileURLToPath(import.meta.url))
const kinds = readTestKinds(readSources())
/** As glob patterns, with special characters escaped: a folder of Next may be named `(console)` or `[id]`. */
const files = (kind: 'pure' | 'alone' | 'page' | 'slow') =>
  testsOfKind(kinds, kind).map((file) => file.replaceAll(/[()[\]]/g, String.raw`\$&`))

const resolve = {
  alias: [
    // The real entry throws outside of a server bundle, but tests run server code directly.
    { find: 'server-only', replacement: path.join(root, 'node_modules/server-only/empty.js') },
    { find: /^@\//, replacement: `${root}/` },
  ],
}
/** Options of all projects. `extends` would read this file, and so all sources, once for each of them. */
const shared: TestProjectInlineConfiguration['test'] = {
  // One seed for all files, also when the day ends in between.
  env: { SEED: String(dailySeed()) },
  // Long, for machines that build at the same time. A test that hangs is ended by its own waits.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // The usual second is too short for a disk or a worker on a machine that builds at the same time.
  expect: { poll: { timeout: 20_000 } },
  tags: testTags,
  setupFiles: 'lib/testing/server-texts.ts',
  pool: 'forks',
  // Pages and documents create many short-lived objects. With less space, each collection copies what is still needed.
  execArgv: ['--max-semi-space-size=64'],
  maxWorkers: 2,
}
const project = (test: TestProjectInlineConfiguration['test']) => ({ resolve, test: { ...shared, ...test } })

export default defineConfig({
  resolve,
  test: {
    globalSetup: 'lib/db/test-server.ts',
    reporters: ['default', './lib/testing/run/vitest-reporter.ts'],
    projects: [
      // Threads cannot have engine options.
      project({ name: 'pure', include: files('pure'), pool: 'threads', execArgv: [], isolate: false }),
      project({ name: 'alone', include: files('alone') }),
      project({
        name: 'page',
        include: files('page'),
        isolate: false,
        setupFiles: ['fresh-start', 'fresh-page', 'fresh-stacks', 'server-texts'].map(
          (name) => `lib/testing/${name}.ts`,
        ),
        sequence: { setupFiles: 'list' },
      }),
      project({
        name: 'server',
        include: ['{app,components,lib,e2e}/**/*.test.{ts,tsx}'],
        exclude: ['**/node_modules/**', ...files('pure'), ...files('alone'), ...files('page'), ...files('slow')],
        // Starting a process and loading the packages takes a second for each file.
        isolate: false,
        // The second file needs the modules and the process-wide stores of the first.
        setupFiles: ['lib/testing/fresh-start.ts', 'lib/testing/server-texts.ts'],
        sequence: { setupFiles: 'list' },
      }),
      // Slow tests only run with their full numbers.
      project({ name: 'slow', include: files('slow'), env: { ...shared.env, RUNS: process.env['RUNS'] ?? '1' } }),
    ],
  },
})
