/** Next calls this once per server before the first request; it is compiled for the edge too, hence the guards. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] === 'nodejs' && process.env['NEXT_PHASE'] !== 'phase-production-build') {
    const { boot } = await import('./lib/launch/boot')
    await boot()
  }
}
