-- The language of an invitation's mail, chosen by whoever invited. Null, for earlier invitations: English.
alter table invitations add column language text;
