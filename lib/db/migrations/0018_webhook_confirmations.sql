-- The inspection was read for this delivery while its second was not over: it is read once more when it is.
alter table webhook_deliveries add column is_confirming boolean not null default false;
