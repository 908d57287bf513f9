-- Files that operators attach to a case, such as a letter of a bank. The step of the case has the hash of its file, and steps are sealed.
create table case_attachment (
  case_id uuid not null,
  sequence integer not null,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,99}$'),
  content bytea not null check (octet_length(content) between 1 and 2000000),
  primary key (case_id, sequence),
  foreign key (case_id, sequence) references case_step
);
-- PDF and pictures are compressed already.
alter table case_attachment alter column content set storage external;
alter table case_attachment enable row level security;
