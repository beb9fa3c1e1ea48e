-- Made again below, with more in them.
drop index inspections_newest, inspections_template;

-- Ids are compared byte by byte, whatever collation the server was set up with: cursors and reconcile rely on it.
alter table inspections alter column audit_id type text collate "C";
alter table inspection_documents alter column audit_id type text collate "C";

-- Substrings of ids. Ids never change, so they are kept apart from the columns that do.
create extension if not exists pg_trgm;

alter table inspections
  add column result text generated always as (
    case
      when hydrated_modified_at is null then null
      when date_completed is null then 'in-progress'
      when coalesce(failed_count, 0) > 0 then 'failed'
      else 'passed'
    end
  ) stored,
  -- Folded title (lib/inspections/search-text.ts), what a list sorted by title compares.
  add column title_key text collate "C",
  -- Words of title, template, site, author, document number, answers and notes, folded; written by search-text.ts.
  add column search tsvector,
  -- With which version of search-text.ts the two columns above were written; others are written again.
  add column search_version smallint,
  -- What in the document does not fit what is known of its shape, in words. Null while it fits.
  add column document_problem text,
  -- When a full compare no longer found it at the service, and why, as far as that is known.
  add column missing_at timestamptz,
  add column missing_reason text check (missing_reason in ('removed', 'not-permitted')),
  -- Values are counted by their hashes: eight bytes that compare at once and fit into the indexes that give a list its rows,
  -- so that the facets of 50,000 rows are read from one part of one index. Two names of one hash would need 64 equal bits.
  add column template_hash bigint generated always as (hashtextextended(template_id, 0)) stored,
  add column site_hash bigint generated always as (hashtextextended(site_name, 0)) stored,
  add column author_hash bigint generated always as (hashtextextended(author_name, 0)) stored;

-- New words wait in a list that each search reads through. Half of the default size keeps that short; without the list an
-- import costs PostgreSQL half as much again (measured for each document: 516 us of processor without, 350 us with).
create index inspections_search on inspections using gin (search) with (gin_pending_list_limit = 2048);

-- Lists leave out what is missing, so every index that gives one its order, or counts it, also tells what is: rows passed
-- over and counted are then read from the index alone. `include` and not `where`, so that lists of all rows have an order too.
create index inspections_newest on inspections (modified_at desc, audit_id desc)
  include (missing_at, template_hash, site_hash, author_hash, result);
create index inspections_template on inspections (template_id, modified_at desc, audit_id desc)
  include (missing_at, site_hash, author_hash, result);
create index inspections_site on inspections (site_name, modified_at desc, audit_id desc) include (missing_at);
create index inspections_author on inspections (author_name, modified_at desc, audit_id desc) include (missing_at);
create index inspections_completed on inspections (date_completed, audit_id) include (missing_at);
create index inspections_score on inspections (score_percentage, audit_id) include (missing_at);
create index inspections_failed on inspections (failed_count, audit_id) include (missing_at);
create index inspections_title on inspections (title_key, audit_id) include (missing_at);
-- From a hash back to its name. Equal keys are kept once, so these are small.
create index inspections_template_hash on inspections (template_hash);
create index inspections_site_hash on inspections (site_hash);
create index inspections_author_hash on inspections (author_hash);

create index inspections_missing on inspections (missing_at) where missing_at is not null;
create index inspections_problem on inspections (modified_at desc) where document_problem is not null or hydrate_error is not null;

-- A fifth of a million changed rows is too long to wait for: the list's statistics, and index-only scans, want it sooner.
alter table inspections set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);

-- Much faster than the default at about the same size. Not every server is built with it (the embedded one is not).
do $$
begin
  alter table inspection_documents alter column document set compression lz4;
exception
  when feature_not_supported then null;
end
$$;

-- Rows that reindex.ts writes again. Empty as a rule: its condition names the searchVersion of search-text.ts, so a new
-- version comes with a migration that makes this index again.
create index inspections_reindex on inspections (audit_id)
  where hydrated_modified_at is not null and search_version is distinct from 1;

create table inspection_ids (
  audit_id text collate "C" primary key references inspections on delete cascade
);
create index inspection_ids_parts on inspection_ids using gin (audit_id gin_trgm_ops);
insert into inspection_ids select audit_id from inspections;
