-- Identity references and documents are stored encrypted, with keys that the database does not have. What was stored before is not shown
-- any more: nothing says who wrote it.
alter table customer_number drop constraint customer_number_identity_reference_check,
  add constraint customer_number_identity_sealed check (
    identity_reference ~ '^sealed:[A-Za-z0-9+/=]+$' and length(identity_reference) between 55 and 250) not valid;

-- Encryption adds 31 bytes.
alter table case_attachment drop constraint case_attachment_content_check,
  add constraint case_attachment_content_check check (octet_length(content) between 32 and 2000031) not valid;

-- The file is encrypted now, so its size and hash are given.
drop function if exists attach_to_case(uuid, integer, uuid, text, timestamptz, text, bytea);
