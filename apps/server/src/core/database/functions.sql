-- Doors from the application's role to the job queue, which belongs to the owner. Each checks the bound company.
create or replace function app_company() returns int language sql stable as
$$ select nullif(current_setting('app.company', true), '')::int $$;

-- The job centre and the bell look at one company's jobs among those of all.
create index if not exists tradewind_jobs_of_company on graphile_worker._private_jobs (((payload ->> 'companyId')::int), id);

create or replace function app_add_jobs(jobs jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from jsonb_array_elements(jobs) j where (j -> 'payload' ->> 'companyId')::int is distinct from app_company()) then
    raise exception 'a job must be of the company the transaction is bound to';
  end if;
  perform graphile_worker.add_job(
    identifier => j ->> 'task', payload => (j -> 'payload')::json, queue_name => j ->> 'queue',
    run_at => coalesce((j ->> 'runAt')::timestamptz, now()), max_attempts => coalesce((j ->> 'maxAttempts')::int, 25),
    job_key => j ->> 'key', priority => coalesce((j ->> 'priority')::int, 0), job_key_mode => coalesce(j ->> 'keyMode', 'replace'))
  from jsonb_array_elements(jobs) j;
end $$;

create or replace function app_list_jobs() returns table (
  id bigint, task text, payload jsonb, queue text, attempts int, max_attempts int, last_error text,
  run_at timestamptz, created_at timestamptz, locked_at timestamptz, state text
) language sql stable security definer set search_path = public, pg_temp as $$
  select j.id, t.identifier, j.payload::jsonb, q.queue_name, j.attempts::int, j.max_attempts::int, j.last_error,
         j.run_at, j.created_at, j.locked_at,
         case when j.locked_at is not null then 'running'
              when j.attempts >= j.max_attempts then 'failed'
              when j.attempts > 0 then 'retrying' else 'queued' end
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where (j.payload ->> 'companyId')::int = app_company()
$$;

create or replace function app_retry_jobs(ids bigint[]) returns setof bigint language sql security definer set search_path = public, pg_temp as $$
  select j.id from graphile_worker.reschedule_jobs(
    array(select l.id from app_list_jobs() l where l.id = any(ids) and l.state <> 'running'), run_at => now(), attempts => 0) j
$$;

create or replace function app_cancel_jobs(ids bigint[]) returns setof bigint language sql security definer set search_path = public, pg_temp as $$
  select j.id from graphile_worker.complete_jobs(
    array(select l.id from app_list_jobs() l where l.id = any(ids) and l.state <> 'running')) j
$$;

revoke all on function app_add_jobs, app_list_jobs, app_retry_jobs, app_cancel_jobs from public;
grant execute on function app_company, app_add_jobs, app_list_jobs, app_retry_jobs, app_cancel_jobs to tradewind_app;

-- Of a table that was never analyzed the planner takes each company for one of 200. Any index that begins with the company
-- then looks as good as the key, and the plans that connections keep, those of foreign keys too, read all rows of a company
-- for one. So it is told that a table holds one company, until it knows better. Only PostgreSQL 18 and later can be told.
do $$ declare untold text; begin
  if current_setting('server_version_num')::int < 180000 then return; end if;
  for untold in
    select t.relname from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id'
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and not exists (
      select from pg_stats s where s.schemaname = 'public' and s.tablename = t.relname and s.attname = 'company_id')
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', untold, 'attname', 'company_id',
      'inherited', false, 'null_frac', 0::real, 'avg_width', 4, 'n_distinct', 1::real);
  end loop;
end $$;

-- The triggers that follow many rows at once. On a Citus cluster they run where the rows of the company lie; their rows
-- cannot stand in a statement on another table there, so a variable carries them into it.
create or replace function count_products() returns trigger language plpgsql as $$
declare c record;
begin
  if current_setting('app.whole_company', true) = 'on' and current_user <> 'tradewind_app' then return null; end if;
  if tg_op = 'INSERT' then
    for c in select company_id, enabled, (updated_at at time zone 'UTC')::date as on_day, count(*) as n from new_rows group by 1, 2, 3 loop
      insert into product_count (company_id, enabled, on_day, delta) values (c.company_id, c.enabled, c.on_day, c.n);
    end loop;
  elsif tg_op = 'DELETE' then
    for c in select company_id, enabled, (updated_at at time zone 'UTC')::date as on_day, -count(*) as n from old_rows group by 1, 2, 3 loop
      insert into product_count (company_id, enabled, on_day, delta) values (c.company_id, c.enabled, c.on_day, c.n);
    end loop;
  else
    for c in select company_id, enabled, on_day, sum(n) as n from (
        select company_id, enabled, (updated_at at time zone 'UTC')::date as on_day, 1 as n from new_rows
        union all select company_id, enabled, (updated_at at time zone 'UTC')::date, -1 from old_rows) x
      group by 1, 2, 3 having sum(n) <> 0 loop
      insert into product_count (company_id, enabled, on_day, delta) values (c.company_id, c.enabled, c.on_day, c.n);
    end loop;
  end if;
  return null;
end $$;

create or replace function follow_merges() returns trigger language plpgsql as $$
declare c record;
begin
  if current_setting('app.whole_company', true) = 'on' and current_user <> 'tradewind_app' then return null; end if;
  for c in select company_id, array_agg(id) as ids from new_rows where product_id is not null group by 1 loop
    perform pg_advisory_xact_lock_shared(hashtextextended('merging/' || c.company_id, 0));
    update order_line l set product_id = p.merged_into from product p
    where l.company_id = c.company_id and l.id = any(c.ids)
      and p.company_id = c.company_id and p.id = l.product_id and p.merged_into is not null;
  end loop;
  return null;
end $$;
