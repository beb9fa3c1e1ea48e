-- Digests every hour and every week, too.
alter table notice_choices drop constraint notice_choices_email_check;
alter table notice_choices add constraint notice_choices_email_check
  check (email in ('off', 'now', 'hourly', 'daily', 'weekly'));

-- When a notice was first due to be emailed: `email_at` moves on as a lease.
alter table notices add column email_due timestamptz;
update notices set email_due = email_at where email_at is not null and emailed_at is null;

-- When people want no email: from one time of the day to another in their zone. Without a row: never.
create table notice_quiet_hours (
  user_id uuid primary key references users on delete cascade,
  -- Minutes since midnight, whole quarters of an hour. Not later than from_minute: until the next day.
  from_minute integer not null check (from_minute between 0 and 1425 and from_minute % 15 = 0),
  to_minute integer not null check (to_minute between 0 and 1425 and to_minute % 15 = 0),
  -- Days on which it begins: 0 is Monday.
  days integer[] not null
);
