-- From which scores on results of a template count as attention and as good. Templates without a row have the defaults of
-- lib/templates/model.ts.
create table score_thresholds (
  template_id text collate "C" primary key,
  attention_from smallint not null check (attention_from between 0 and 100),
  good_from smallint not null check (good_from between 0 and 100),
  check (attention_from <= good_from)
);
