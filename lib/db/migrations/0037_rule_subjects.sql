-- Rules also act on assets and imports. `audit_id` is the id of what a hit is about, and `version` identifies the occasion: the
-- version of an inspection, when an asset got its status, when an import ended.
alter table rule_hits add column subject text not null default 'inspection'
  check (subject in ('inspection', 'asset', 'import'));
