// On its first parse, zod calls `new Function` to test whether it may, which the content security policy reports as a
// violation. Import this module before any schema is used. The setting applies to the whole process, and a server
// parses rows three times as fast with the functions that zod compiles. zod's own `config` would bring 15 KB of zod to
// every page; it keeps its settings in this object, which all copies of zod share.
if (typeof window !== 'undefined') {
  const shared: typeof globalThis & { __zod_globalConfig?: { jitless?: boolean } } = globalThis
  Object.assign((shared.__zod_globalConfig ??= {}), { jitless: true })
}
