-- A company sees its own row of the tenants; registration and the job runner look at them as the owner.
alter table company enable row level security;
--> statement-breakpoint
create policy own_company on company for all to tradewind_app
  using (id = nullif(current_setting('app.company', true), '')::int)
  with check (id = nullif(current_setting('app.company', true), '')::int);
--> statement-breakpoint
-- Of the job runners alone: which process holds jobs, and when it was last heard of.
create table worker_heartbeat (process uuid primary key, worker_ids text[] not null, at timestamptz not null default now());
