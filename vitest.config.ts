import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = path.dirname(fileURLToPath(import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      // Its real entry throws outside a server bundle; tests run server code directly.
      { find: 'server-only', replacement: path.join(root, 'node_modules/server-only/empty.js') },
      { find: /^@\//, replacement: `${root}/` },
    ],
  },
  test: {
    include: ['{app,components,lib,e2e}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '.next/**', '.next-bench/**', 'data/**'],
    globalSetup: 'lib/db/test-server.ts',
    // Long, for machines that build beside: a test that hangs is told by its own waits.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A second, which is usual, is too little for a disk or a worker on a machine that builds beside.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
})
