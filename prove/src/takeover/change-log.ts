import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/** A row that a transaction changed, with its values before and after. */
export type Change = Readonly<{
  xid: string
  application: string
  table: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}>

export type ChangeLog = Readonly<{
  /** Returns what an application committed since the last call for it. */
  take(application: string): Promise<readonly Change[]>
}>

/**
 * Records every change of every row in a table of the proof's own, so that the proof compares rows and does not believe an answer. The
 * rows that a rolled-back transaction recorded are gone with it.
 */
export async function logChanges(owner: Pool): Promise<ChangeLog> {
  await owner.query(`
    create table takeover_change (
      id bigint generated always as identity primary key, xid text not null default pg_current_xact_id()::text,
      application text not null default current_setting('application_name'), name text not null, before jsonb, after jsonb);
    create function takeover_log() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
    begin
      insert into takeover_change (name, before, after)
        values (tg_table_name, case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$;
    do $$
    declare
      t text;
    begin
      for t in select c.relname from pg_class c where c.relnamespace = 'afara'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname <> 'takeover_change' loop
        execute format('create trigger takeover_log after insert or update or delete on %I for each row execute function takeover_log()', t);
      end loop;
    end $$`)
  const seen = new Map<string, string>()
  return {
    async take(application) {
      const { rows } = await owner.query<Change & { id: string }>(
        `select id::text as id, xid, application, name as table, before, after from takeover_change c
         where c.application = $1 and c.id > $2 and c.before is distinct from c.after order by c.id`,
        [application, seen.get(application) ?? '0'],
      )
      const last = rows.at(-1)
      if (last !== undefined) seen.set(application, last.id)
      return rows
    },
  }
}
