-- Rules also act on trouble of the console itself: `audit_id` is then 'sync' or 'budget' and the name of a limit, and `version`
-- says when the trouble began.
alter table rule_hits drop constraint rule_hits_subject_check;
alter table rule_hits add constraint rule_hits_subject_check check (subject in ('inspection', 'asset', 'import', 'system'));

-- Since when a limit of requests has been nearly used up, see lib/rules/trouble-store.ts.
create table budget_spells (
  bucket text primary key,
  since timestamptz not null,
  -- When a console saw it last. Long ago: it is over.
  seen_at timestamptz not null
);
