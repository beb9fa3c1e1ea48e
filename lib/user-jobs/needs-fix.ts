import 'server-only'

/**
 * SQL over `user_jobs`: imports of the last 30 days that ended with an error or with failed users, whose rows are kept,
 * and that no later import retries. The list with this filter and the number in the navigation share it.
 */
export const needsFix = `kind = 'run' and finished_at is not null and created_at > now() - interval '30 days'
  and cells_removed_at is null
  and (phase = 'errored' or exists (
    select from user_job_rows as failed where failed.job_id = user_jobs.job_id and failed.state = 'failed'))
  and not exists (
    select from user_jobs as later where later.of_job_id = user_jobs.job_id and later.kind = 'run')`
