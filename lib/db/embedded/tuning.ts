import os from 'node:os'

/** All processes together take about 100 MB in addition to the cache. `fsync` stays on. */
const tuning = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '40',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // There is no replication, so the log only has to contain what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '1',
  autovacuum_max_workers: '2',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Callers get the errors of their statements. In the log, errors could expose data of people.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  track_activity_query_size: '1024',
}
// One server serves all test files of a run, and each file has a few pools.
const throwawayTuning = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '120',
}

const cacheMbMin = 128
const cacheMbMax = 2_048

/** The memory of the machine, or the limit of the container if it is lower. */
export function readMemoryMb(): number {
  // If there is no limit, some kernels report 0 and others a number far above the machine's memory.
  return Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 / 1024
}

/** Settings by the major version that introduced them. */
const newSettings = { 18: ['io_method'] } as const

/** The settings for a server of an older major version, which is only read. */
export function chooseOlderSettings(major: number, memoryMb: number): Record<string, string> {
  const unknown = Object.entries(newSettings).flatMap(([since, names]) => (major < Number(since) ? names : []))
  const all: Record<string, string> = chooseSettings({ memoryMb, isThrowaway: false })
  for (const name of unknown) delete all[name]
  return { ...all, default_transaction_read_only: 'on' }
}

/**
 * Settings of the private PostgreSQL. Its cache is an eighth of the memory, which is allocated on use. A search that
 * counts 50,000 rows reads nearly as many pages, and takes twice as long if the pages come from the system's cache.
 */
export function chooseSettings({ memoryMb, isThrowaway }: { memoryMb: number; isThrowaway: boolean }) {
  const cacheMb = Math.round(Math.min(cacheMbMax, Math.max(cacheMbMin, memoryMb / 8)))
  return {
    ...tuning,
    shared_buffers: `${cacheMb}MB`,
    effective_cache_size: `${4 * cacheMb}MB`,
    ...(isThrowaway ? throwawayTuning : {}),
  }
}
