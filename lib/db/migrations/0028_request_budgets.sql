-- What consoles with the same token have used of each rate limit: one book for each limit, see lib/service/governor/book.ts.
create table request_budgets (
  -- SHA-256 of the service's address and the token, in hex. The token itself is never stored.
  token_hash text not null,
  limit_name text not null,
  book jsonb not null,
  -- One more with each change: a change of a book that has changed since it was read is made again.
  revision bigint not null default 1,
  primary key (token_hash, limit_name)
) with (fillfactor = 50);

-- Consoles that use a token. Without the database, each continues with its share of the limits.
create table request_consoles (
  token_hash text not null,
  console_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (token_hash, console_id)
);
