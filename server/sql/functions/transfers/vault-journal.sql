-- Records how many records of a vault journal are on its disk, as its process reports. The number only grows.
create or replace function note_journal(p_vault text, p_count bigint, p_hash text, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into vault_journal as j (vault, count, hash, noted_at) select p_vault, p_count, p_hash, p_at where p_count > 0
  on conflict (vault) do update set count = excluded.count, hash = excluded.hash, noted_at = excluded.noted_at
    where j.count < excluded.count
$$;

-- Opens a case because the payer process has an old copy of its journal. It pays nothing until operators restore the newest copy. The
-- account is then compared again.
create or replace function note_journal_behind(p_account uuid, p_fence bigint, p_because text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account := require_payouts(p_account, p_fence);
begin
  update payout_account set checked_start = null where id = a.id;
  perform open_case(afara_uuid(), a.mode, 'restored', null, null, null, null,
    'The payer process has an old copy of its journal: ' || p_because,
    jsonb_build_object('subject', 'journal:' || a.id, 'vendor', a.vendor, 'account', a.name, 'problem', 'journal_behind'), null, p_at,
    p_at + interval '1 hour');
end $$;

-- Adopts a rebuilt journal as two operators decided, because the old one is lost. The number of records and the last hash identify the new
-- journal. Businesses and payout accounts with payments that no evidence explained are frozen, and every lane or payout account is compared
-- with the journal from its first record. Raises AF040 if the old journal was written to since the rebuild began, because then it is not
-- lost and the new one is incomplete. Also raises AF040 if the new one has fewer records than the database has payments that a bank
-- accepted, or signed transfers.
create or replace function adopt_journal(v_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := v_file.resolution;
  j vault_journal;
  v_known bigint;
begin
  select * into j from vault_journal where vault = r ->> 'vault' for update;
  if (j.count, j.hash) is distinct from ((r -> 'replaces' ->> 'count')::bigint, r -> 'replaces' ->> 'hash') then
    raise exception 'the % has written to its journal since the rebuild began', r ->> 'vault' using errcode = 'AF040';
  end if;
  v_known := case r ->> 'vault' when 'payer' then (select count(*) from payout x where x.state in ('accepted', 'succeeded'))
    else (select count(*) from transfer_attempt) end;
  if (r ->> 'count')::bigint < v_known then
    raise exception 'the rebuilt journal has % records, but the database knows of % that it must have', r ->> 'count', v_known
      using errcode = 'AF040';
  end if;
  insert into vault_journal as j (vault, count, hash, noted_at) values (r ->> 'vault', (r ->> 'count')::bigint, r ->> 'hash', p_at)
    on conflict (vault) do update set count = excluded.count, hash = excluded.hash, noted_at = excluded.noted_at;
  perform place_freeze('business', u ->> 'subject', 'the rebuilt journal does not explain ' || (u ->> 'reason'), 'system:journal', p_at)
    from jsonb_array_elements(r -> 'unexplained') u where u ->> 'scope' = 'business';
  perform freeze_payout_account((u ->> 'subject')::uuid, 'the rebuilt journal does not explain ' || (u ->> 'reason'))
    from jsonb_array_elements(r -> 'unexplained') u where u ->> 'scope' = 'payout_account';
  if r ->> 'vault' = 'payer' then
    update payout_account set journal_read = 0, checked_start = null;
  else
    update lane set checked_start = null;
  end if;
end $$;
