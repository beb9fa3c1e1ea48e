-- A job that somebody asked to cancel ends as cancelled, also when all of it was done by then.
update user_jobs set phase = 'cancelled'
 where cancel_asked_at is not null and finished_at is not null and phase in ('completed', 'validated');
