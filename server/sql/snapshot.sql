-- What a migrated database holds. Written by "npm run sql -- snapshot". Do not edit.
composite finding: afara_owner grants []
composite likely_line: afara_owner grants []
composite slot_group: afara_owner grants []
default privileges afara_owner f: {afara_owner=X/afara_owner}
domain account_mask: afara_owner text account_mask_check CHECK (((length(VALUE) = 10) AND (VALUE ~ '^[0-9*]+$'::text)))
domain account_number: afara_owner text account_number_check CHECK (((length(VALUE) = 10) AND (VALUE ~ '^[0-9]+$'::text)))
domain decider: afara_owner text decider_check CHECK (((VALUE = 'matching'::text) OR ((length(VALUE) = 36) AND (VALUE ~ '^[0-9a-f-]+$'::text))))
domain digest: afara_owner bytea digest_check CHECK ((octet_length(VALUE) = 32))
domain filled_text: afara_owner text filled_text_check CHECK ((VALUE <> ''::text))
domain nonnegative_minor: afara_owner numeric(38,0) nonnegative_minor_check CHECK ((VALUE >= (0)::numeric))
domain object_type: afara_owner text object_type_check CHECK ((VALUE ~ '^[a-z]+(-[a-z]+)*$'::text))
domain positive_minor: afara_owner numeric(38,0) positive_minor_check CHECK ((VALUE > (0)::numeric))
domain rate_pair: afara_owner text rate_pair_check CHECK ((VALUE ~ '^[A-Z]{3,5}/[A-Z]{3,5}$'::text))
domain rate_value: afara_owner numeric(38,18) rate_value_check CHECK ((VALUE > (0)::numeric))
domain reconciled_kind: afara_owner text reconciled_kind_check CHECK ((VALUE = ANY (ARRAY['lane'::text, 'deposits'::text, 'gas'::text, 'payout_lines'::text, 'payout_balance'::text, 'collection'::text, 'bank_lines'::text, 'vendor_debt'::text, 'ledger'::text])))
domain source_name: afara_owner text source_name_check CHECK ((VALUE ~ '^[a-z0-9_-]+$'::text))
domain transaction_reference: afara_owner text transaction_reference_check CHECK (((length(VALUE) <= 64) AND (VALUE ~ '^[A-Za-z0-9._-]+$'::text)))
function accept_batch_sells(json): afara_owner (p_requests json) returns TABLE(ordinal integer, outcome text, first_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 3ea7f0918148fc5d
function accept_buys(json): afara_owner (p_requests json) returns TABLE(ordinal integer, accepted boolean, needs text[]) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 69080f6957a2c4e0
function accept_drill(uuid,uuid,text,text,timestamp with time zone): afara_owner (p_id uuid, p_business uuid, p_reference text, p_key text, p_at timestamp with time zone) returns TABLE(id uuid, status text, is_replay boolean) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 870fa78aa296221c
function accept_ordered_withdrawals(json): afara_owner (p_requests json) returns TABLE(ordinal integer, outcome text, first_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body df8f6b37e313214b
function accept_payment_sells(json): afara_owner (p_requests json) returns TABLE(ordinal integer, outcome text, first_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 1c95830ec33bccab
function accept_sells(json): afara_owner (p_requests json) returns TABLE(ordinal integer, outcome text, first_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 66c2cd497c891d63
function accept_short_sell(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body c1498fa0115ccf1d
function accept_withdrawal(uuid,uuid,mode,text,text,text,numeric,text,timestamp with time zone): afara_owner (p_id uuid, p_business uuid, p_mode mode, p_reference text, p_network text, p_address text, p_amount numeric, p_by text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body da350854676f5d39
function accept_withdrawals(json): afara_owner (p_requests json) returns TABLE(ordinal integer, outcome text, first_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 1f2a70a46f785c6e
function accepted_at(mode,timestamp with time zone): afara_owner (p_mode mode, p_at timestamp with time zone) returns timestamp with time zone sql cost 100 grants [] body 1ead1b7271bc01e8
function account_digits_contradict(text,text,text,text): afara_owner (a_number text, a_mask text, b_number text, b_mask text) returns boolean sql immutable cost 100 grants [] body 710ebca311f63418
function account_fits(account_kind,text,asset): afara_owner (kind account_kind, owner text, asset asset) returns boolean sql immutable parallel safe cost 100 grants [afara_worker=EXECUTE] body 14997849f5ce8a65
function account_has_floor(account_kind): afara_owner (kind account_kind) returns boolean sql immutable parallel safe cost 100 grants [afara_worker=EXECUTE] body 90db7631bccb229e
function account_is_debit_normal(account_kind): afara_owner (kind account_kind) returns boolean sql immutable parallel safe cost 100 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 5929f1d9d04245f8
function account_is_totalled(account_kind): afara_owner (kind account_kind) returns boolean sql immutable parallel safe cost 100 grants [afara_worker=EXECUTE] body ce863b4a147a3c8a
function account_sum(mode,account_kind,text,asset): afara_owner (p_mode mode, p_kind account_kind, p_owner text, p_asset asset) returns numeric sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 86c8ea679b8c74bc
function accounts_of_row(text,uuid,integer): afara_owner (p_table text, p_id uuid, p_ordinal integer) returns TABLE(mode mode, kind account_kind, owner text, asset asset) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 8c65066d5f258408
function accounts_to_look_at(uuid[],timestamp with time zone): afara_owner (p_transactions uuid[], p_at timestamp with time zone) returns SETOF uuid sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 07bc22d8526fba81
function add_batch_problems(uuid,json): afara_owner (p_batch uuid, p_problems json) returns void sql cost 100 search_path=afara, pg_temp enable_seqscan=off enable_nestloop=off grants [] body b954d054dc8e4006
function add_beneficiaries(uuid,uuid,mode,json): afara_owner (p_member uuid, p_business uuid, p_mode mode, p_accounts json) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 482eaf7ff9d333b1
function add_email_confirmation(uuid,uuid,bytea,timestamp with time zone,timestamp with time zone): afara_owner (p_id uuid, p_member uuid, p_token_hash bytea, p_at timestamp with time zone, p_expires_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body d24db94fa717b658
function add_exposure(mode,uuid[],numeric[],timestamp with time zone,timestamp with time zone): afara_owner (p_mode mode, p_businesses uuid[], p_amounts numeric[], p_aged_from timestamp with time zone, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 8aacf3a9b7c9dda8
function add_line(uuid,mode,bank_line_reading,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, r bank_line_reading, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body ca380fd9cdd18bf5
function add_member(uuid,text,text,uuid,text,timestamp with time zone): afara_owner (p_id uuid, p_email text, p_name text, p_business uuid, p_role text, p_at timestamp with time zone) returns uuid plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 9305316075064551
function add_payer(mode,bank_line_reading,bank_line_reading): afara_owner (p_mode mode, p_known bank_line_reading, r bank_line_reading) returns void plpgsql cost 100 grants [] body fa39352237f0bfc4
function add_payer_keys(bank_line,text,text[],text): afara_owner (l bank_line, p_source text, p_words text[], p_number text) returns void sql cost 100 grants [] body 9635a39962c4c845
function add_reading_keys(bank_line,bank_line_reading): afara_owner (l bank_line, r bank_line_reading) returns void sql cost 100 grants [] body d62a97122968b485
function add_request_key(uuid,mode,text,uuid): afara_owner (p_business uuid, p_mode mode, p_key text, p_transaction uuid) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE afara_worker=EXECUTE] body da5e7a8923afdd72
function add_signing_key(uuid,bytea): afara_owner (p_key uuid, p_public_key bytea) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 6cda44f054eddcc7
function add_sweep_attempt(uuid,bigint,bytea,text,jsonb,timestamp with time zone): afara_owner (p_sweep uuid, p_fence bigint, p_raw bytea, p_hash text, p_fees jsonb, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 88bd3db297e82a22
function add_to_fund(bank_line,numeric): afara_owner (l bank_line, p_amount numeric) returns void plpgsql cost 100 grants [] body 1652ac246f61659b
function adds_nothing_to_fund(bank_line_reading,uuid): afara_owner (r bank_line_reading, p_line uuid) returns boolean sql stable cost 100 grants [] body a2a011a6f95116c3
function adopt_journal(case_file,timestamp with time zone): afara_owner (v_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 8b0727e47ebfe66c
function adoption_digest(uuid): afara_owner (p_lane uuid) returns text sql stable cost 100 grants [] body 8b281c5c353e4759
function afara_now(): afara_owner () returns timestamp with time zone sql cost 100 grants [afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body ffb69c923f59d05e
function afara_random(): afara_owner () returns double precision sql cost 100 grants [] body 75a88e418b580f94
function afara_uuid(): afara_owner () returns uuid sql cost 100 grants [] body 334b72312347e3b7
function age_credits(uuid,interval,timestamp with time zone): afara_owner (p_business uuid, p_by interval, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 84828b6ed5520715
function age_sandbox_transaction(uuid,integer): afara_owner (p_transaction uuid, p_seconds integer) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 5a5731a48b99f4ce
function age_transactions(uuid[],interval): afara_owner (p_transactions uuid[], p_by interval) returns void plpgsql cost 100 grants [] body ac0f336301b30836
function allocate_and_wake(uuid,timestamp with time zone,timestamp with time zone,integer,uuid[],uuid[],uuid[],numeric[],text[],allocation_evidence[],allocation_ground[]): afara_owner (p_account uuid, p_aged_from timestamp with time zone, p_at timestamp with time zone, p_lease_seconds integer, p_ids uuid[], p_lines uuid[], p_transactions uuid[], p_amounts numeric[], p_events text[], p_evidences allocation_evidence[], p_grounds allocation_ground[]) returns TABLE(allocated integer, nudges json, next_at timestamp with time zone) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body abc3ea705c66390f
function allocate_credits(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid[],uuid[],uuid[],numeric[],text[],allocation_evidence[],allocation_ground[]): afara_owner (p_account uuid, p_case uuid, p_aged_from timestamp with time zone, p_at timestamp with time zone, p_ids uuid[], p_lines uuid[], p_transactions uuid[], p_amounts numeric[], p_events text[], p_evidences allocation_evidence[], p_grounds allocation_ground[]) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body b4d2cf5f35091ef3
function allow_standing(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body cca9422fc86ce500
function amount_at_stake(case_file,jsonb): afara_owner (p_file case_file, p_resolution jsonb) returns numeric sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 04675eb5b231bec6
function apply_lien_to_fund(uuid): afara_owner (p_line uuid) returns void plpgsql cost 100 grants [] body c8248a2e42fe91ad
function apply_matches(uuid,json,timestamp with time zone): afara_owner (p_account uuid, p_verdict json, p_at timestamp with time zone) returns TABLE(allocated integer, opened integer) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [] body 66434da647508115
function apply_undecided(uuid,timestamp with time zone,json,json,json): afara_owner (p_account uuid, p_at timestamp with time zone, p_cases json, p_closes json, p_looked json) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body ef05376fc8292a2d
function approve_key(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 7172de413b21811f
function approve_resolution(uuid,integer,uuid,text,timestamp with time zone,text,jsonb): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamp with time zone, p_text text, p_signature jsonb) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 83fd61deb91dc064
function are_banks_read_past(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_until timestamp with time zone) returns boolean sql stable cost 100 grants [] body d2a3ad80a27cf524
function are_journals_uncompared(): afara_owner () returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body 1ed880ae1e4aefc6
function are_payouts_uncompared(): afara_owner () returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body c707fb43476e3b31
function ask_about_delivery(uuid,integer,numeric,numeric,text,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_amount numeric, p_fee numeric, p_network text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 5180320c1862cb68
function ask_about_deposit(deposit,uuid,timestamp with time zone): afara_owner (d deposit, p_business uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 970780c5a18c4e2a
function ask_about_float(mode,timestamp with time zone): afara_owner (p_mode mode, p_at timestamp with time zone) returns void sql cost 100 grants [] body 7225ca96d5e9ab8d
function ask_about_line(payout_line,payout_account,text,timestamp with time zone): afara_owner (l payout_line, a payout_account, p_problem text, p_at timestamp with time zone) returns void sql cost 100 grants [] body 9d6e3e1f7730cdcf
function ask_about_payee(transaction,payee_of_sell,text,numeric,jsonb,timestamp with time zone): afara_owner (t transaction, p payee_of_sell, p_outcome text, p_amount numeric, p_name jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body e17f1d788d4725bd
function ask_about_payout(uuid,case_kind,text,jsonb,timestamp with time zone): afara_owner (p_payout uuid, p_kind case_kind, p_summary text, p_facts jsonb, p_at timestamp with time zone) returns void sql cost 100 grants [] body 70383bf644ef0105
function ask_business(uuid,uuid,text,timestamp with time zone,timestamp with time zone): afara_owner (p_id uuid, p_transaction uuid, p_code text, p_at timestamp with time zone, p_due_at timestamp with time zone) returns void sql cost 100 grants [] body 6b811b8bccf4dfea
function ask_for_customer_number(uuid,uuid,text[],text[],timestamp with time zone,interval): afara_owner (p_id uuid, p_number uuid, p_vendors text[], p_repeatable text[], p_at timestamp with time zone, p_patience interval, OUT outcome text, OUT id uuid, OUT vendor text, OUT name text, OUT identity_type text, OUT identity_reference text) returns record plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 78df26e1c25f40be
function ask_for_number(uuid,uuid,text[],timestamp with time zone,interval): afara_owner (p_id uuid, p_transaction uuid, p_vendors text[], p_at timestamp with time zone, p_patience interval, OUT outcome text, OUT vendor text, OUT amount_minor numeric, OUT name text) returns record plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 689590c3a5ab29ef
function ask_go_live_account(uuid,uuid,uuid,text,text,timestamp with time zone): afara_owner (p_id uuid, p_member uuid, p_business uuid, p_bank_code text, p_account_number text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 0856418221c1f4c5
function ask_with_case(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 20468e1677366a95
function assign_by_session(uuid,mode,bank_line_reading,bank_line,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, r bank_line_reading, l bank_line, p_at timestamp with time zone, OUT outcome text, OUT line_id uuid) returns record plpgsql cost 100 grants [] body 7aa8b3101d3cd08e
function assign_reading(bank_line_reading,bank_line,timestamp with time zone): afara_owner (r bank_line_reading, l bank_line, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 44c97f946bcca7d5
function assignments_near(bank_line_reading,boolean,bigint[],bigint[],boolean): afara_owner (w bank_line_reading, p_is_full boolean, p_but bigint[], p_classes bigint[], p_are_given boolean) returns TABLE(line_id uuid, reading_id uuid, class bigint) sql stable cost 100 rows 1000 grants [] body 52b6f0278bed1ed0
function attach_to_case(uuid,integer,uuid,text,timestamp with time zone,text,bytea,integer,text): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamp with time zone, p_name text, p_sealed bytea, p_size integer, p_digest text) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body c40b199fc1ccaf82
function await_bank(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 8ce648e37f691158
function await_opening(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 7a3b5251d339ef52
function balance_held_because(transaction): afara_owner (t transaction) returns text plpgsql stable cost 100 grants [] body 4d2d66acc78dbe9c
function bank_health(mode,timestamp with time zone): afara_owner (p_mode mode, p_since timestamp with time zone) returns TABLE(vendor text, bank_code text, attempts integer, succeeded integer, failed integer, open_unknown integer, p50_seconds numeric, p95_seconds numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body f9dfc807672ae51d
function bank_is_down(mode,text,text): afara_owner (p_mode mode, p_vendor text, p_bank_code text) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body d9c26f091b6aa5bc
function bank_standings(mode,timestamp with time zone,timestamp with time zone): afara_owner (p_mode mode, p_since timestamp with time zone, p_at timestamp with time zone) returns TABLE(bank_code text, succeeded integer, failed integer, overdue integer, median_seconds numeric, is_unreached boolean, is_impaired boolean) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 00877b5a9be5996e
function bank_stopped_because(mode,text): afara_owner (p_mode mode, p_bank_code text) returns text sql stable cost 100 grants [] body 5963e54ac0f30a8d
function batch_duplicates(uuid,timestamp with time zone): afara_owner (p_batch uuid, p_at timestamp with time zone) returns TABLE(number integer, first_number integer, first_sell uuid, first_batch uuid) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_worker=EXECUTE] body c6d7f555a30ae2be
function batch_means(uuid,timestamp with time zone): afara_owner (p_batch uuid, p_at timestamp with time zone) returns TABLE(available numeric, daily_room numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 1ba8230eab56a734
function batch_outcomes(uuid): afara_owner (p_batch uuid) returns jsonb sql stable security definer cost 100 search_path=afara, pg_temp grants [] body e5feccf128758edf
function batch_statuses(uuid): afara_owner (p_batch uuid) returns TABLE(status text, sells bigint) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off grants [] body 7a9192ac3b1a6e9c
function bear_loss(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 1ba33cad45360bee
function begin_account_look(uuid,timestamp with time zone): afara_owner (p_account uuid, p_until timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 1a15a67d05395af9
function begin_epoch(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns bigint plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body ba9ad4e297f231b8
function begin_hand_payment(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 0463efcb4394c00e
function begin_look(uuid,timestamp with time zone): afara_owner (p_subject uuid, p_until timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body a5ae25f6a60ab6ca
function begin_matching(uuid): afara_owner (p_account uuid) returns TABLE(mode mode, dedicated_to uuid, state text, claimed_late_at timestamp with time zone) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 62b5c2d0af49264a
function begin_naira_move(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 0404029617a30f31
function begin_or_end_balance(mode,account_kind,text,asset,numeric): afara_owner (p_mode mode, p_kind account_kind, p_owner text, p_asset asset, p_delta numeric) returns void plpgsql cost 100 grants [] body 93a54ec99b13ac91
function begin_sending(uuid,bigint,integer,integer,integer,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_most integer, p_again_ms integer, p_repeat_ms integer, p_at timestamp with time zone) returns TABLE(payout_id uuid, kind text) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body c06a739ae40c20c1
function begin_token_move(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 45fe7b4e2a004fd6
function block_possible_duplicate(uuid,uuid,timestamp with time zone): afara_owner (p_line uuid, p_other uuid, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body e752ec63648e9db1
function block_possible_fee_duplicate(bank_line_reading,uuid): afara_owner (r bank_line_reading, p_line uuid) returns void plpgsql cost 100 grants [] body 77d919169926124f
function block_unsearched_line(uuid,timestamp with time zone): afara_owner (p_line uuid, p_at timestamp with time zone) returns void sql cost 100 grants [] body 080f8c8973eecf1b
function book_decided_settlement(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 8821c805d72d0bc2
function book_line(bank_line,timestamp with time zone): afara_owner (l bank_line, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 17dfc4b01c4d7981
function book_new_credits(uuid,mode,uuid[],timestamp with time zone): afara_owner (p_account uuid, p_mode mode, p_lines uuid[], p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body a0034019db796c61
function book_odd_return(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 777f58761877b9d5
function book_owner(account_kind,text): afara_owner (p_kind account_kind, p_owner text) returns text sql immutable parallel safe cost 100 grants [] body dd574f7aed95f175
function book_surplus(text,mode,numeric,uuid,timestamp with time zone): afara_owner (p_scope text, p_mode mode, p_amount numeric, p_case uuid, p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body 7df7948acbf67be8
function book_sweeper_gas(mode,text,numeric,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_units numeric, p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body 37f8c455e09ed7f6
function book_to_suspense(payout_line,payout_account,timestamp with time zone): afara_owner (l payout_line, a payout_account, p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body f63e54af6ce2378f
function break_glass(text,jsonb,timestamp with time zone): afara_owner (p_reason text, p_people jsonb, p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body 6b328b92085c121f
function bury_payout(uuid,text,jsonb,jsonb,timestamp with time zone): afara_owner (p_payout uuid, p_state text, p_evidence jsonb, p_data jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 78cd147d2a0acbd8
function bury_transfer(transfer,timestamp with time zone): afara_owner (f transfer, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 96f8b85b76dcafb3
function bury_what_is_back(uuid,timestamp with time zone): afara_owner (p_account uuid, p_at timestamp with time zone) returns integer plpgsql cost 100 enable_seqscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [] body 008462e7824d82e6
function business_activity(uuid,integer): afara_owner (p_business uuid, p_limit integer) returns TABLE(at timestamp with time zone, action text, by_name text, subject text, mode text, whom text, role_before text, role_after text, about text) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 19734749873cdfc9
function business_choices(business_case): afara_owner (p_case business_case) returns text[] sql stable cost 100 grants [] body 1134f55e8eb306f9
function business_questions(): afara_owner () returns TABLE(type transaction_type, status text, code text, choices text[], open_for interval) sql immutable cost 100 rows 1000 grants [] body ca275eb507333745
function buy_has_daily_room(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body dca0f210dd1ac549
function buy_of_number(uuid): afara_owner (p_line uuid) returns uuid plpgsql stable cost 100 search_path=afara, pg_temp enable_nestloop=on enable_seqscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_worker=EXECUTE] body d59bca1db30c282b
function buys_to_clear(json,timestamp with time zone): afara_owner (p_items json, p_at timestamp with time zone) returns TABLE(ordinal integer, id uuid, mode mode, business_id uuid, network text, wallet_address text, amount numeric, fee numeric, lane_id uuid, lane_due_at timestamp with time zone, lane_nudge_due_at timestamp with time zone, obstacles text[]) sql cost 100 rows 50 grants [] body 9dae94e3431d20da
function came_from(uuid,uuid,jsonb): afara_owner (p_line uuid, p_transaction uuid, p_destination jsonb) returns text plpgsql stable cost 100 grants [] body 48f55ebc0f45fe58
function cancel_batch(uuid,uuid,mode,uuid,timestamp with time zone): afara_owner (p_batch uuid, p_business uuid, p_mode mode, p_key uuid, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body f5bdea9f76b6659b
function cancel_invitations_of(uuid,uuid,timestamp with time zone): afara_owner (p_member uuid, p_business uuid, p_at timestamp with time zone) returns void sql cost 100 search_path=afara, pg_temp grants [] body ea3265ba5efe7009
function cancel_move(uuid,text,text,timestamp with time zone): afara_owner (p_move uuid, p_by text, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 30991b380f49cabd
function cancel_own_transaction(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 785b46e7730f274f
function cancel_pay_link(uuid,timestamp with time zone): afara_owner (p_link uuid, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body d18177acbbbaedd4
function cancel_team_invitation(uuid,uuid,uuid,uuid,timestamp with time zone): afara_owner (p_change uuid, p_business uuid, p_by uuid, p_invitation uuid, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 550de4c03fe4e114
function carry_out(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 5a5de7a6a74d557f
function carry_out_abandon_lane(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 2afcbf64e12c4e23
function carry_out_accept_late(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 4e47381a6eb853c2
function carry_out_accept_short(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 2b82d23ce6e7ff4f
function carry_out_adopt(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 19bc0d75162018c5
function carry_out_allocate(uuid,uuid,timestamp with time zone): afara_owner (p_case uuid, p_id uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body c6df43ca194abcc9
function carry_out_buy_accept_short(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 890aab455b4ab132
function carry_out_buy_fix(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 554704c7d9722bad
function carry_out_buy_not_paid(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 8bac18a9878b89cb
function carry_out_buy_reject(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body dc139f712134e7fa
function carry_out_buy_release(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 047478399c6472ae
function carry_out_buy_return_all(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 16ac93795de395f7
function carry_out_buy_was_paid(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 80e887000b45fbc7
function carry_out_cap(uuid): afara_owner (p_case uuid) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 5b070ae4961c18a4
function carry_out_charge(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 535e51ed15fd1e17
function carry_out_confirm_import(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 3133c25770b61168
function carry_out_fix(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 3e88491d5583da09
function carry_out_keep(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body eb0169fdba12509d
function carry_out_lift_freeze(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body e128237e6fcc7c6b
function carry_out_lift_lien(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body c41b960ab0a3b7bc
function carry_out_move_account(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 31b1317701f990d7
function carry_out_not_paid(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 4680f0e11e56baf5
function carry_out_redirect(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 54bd70b376d63cb8
function carry_out_reject(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 5ba3ac94d4a461a9
function carry_out_release(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body f0c11237c12231bb
function carry_out_resume_lane(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body b2f7f241b335f779
function carry_out_resume_payouts(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 13c0f2eaa761791d
function carry_out_retry_send(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body d154259091cd2e9b
function carry_out_return(uuid,uuid,timestamp with time zone): afara_owner (p_case uuid, p_id uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 470a249b6125543a
function carry_out_return_all(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 85d4607fa9789878
function carry_out_return_part(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 5f8b077df0430f00
function carry_out_took_back(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 186c4ece2d3097f3
function carry_out_top_up(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 9f37cb7099722078
function carry_out_was_paid(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 45a07ba504cc9be1
function carry_out_write_off(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 833b665081978b8f
function case_money(uuid,jsonb): afara_owner (p_case uuid, p_resolution jsonb) returns jsonb plpgsql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 5a44d08ef2840171
function case_stake(uuid): afara_owner (p_case uuid) returns TABLE(business_id uuid, business_name text, type transaction_type, status text, amount_minor numeric, held_minor numeric, fee_minor numeric, network text, address text, payee_bank text, payee_number text, payee_name text, paid_out_minor numeric, left_minor numeric, payer_name text, payer_bank text, payer_number text, our_bank text, our_number text, line_minor numeric, line_direction text, line_at timestamp with time zone, narration text, session_id text) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body ca70ddff2072e05c
function certain_payer(uuid): afara_owner (p_line uuid) returns bank_line_known_payer sql stable cost 100 grants [] body b154fe70250fd3a6
function change_member_role(uuid,uuid,uuid,uuid,text,timestamp with time zone): afara_owner (p_change uuid, p_business uuid, p_by uuid, p_member uuid, p_role text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 5499735e0e52d0ba
function change_operator_roles(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body a4aab8d17c563b6d
function change_webhook_endpoint(uuid,text,text[],text,uuid,timestamp with time zone): afara_owner (p_id uuid, p_url text, p_event_types text[], p_description text, p_key uuid, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 3aaab94d5979f756
function check_abandoned(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 9a45f2799999fc6f
function check_acceptance(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 63ec9c060ea69f39
function check_account(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 96e5fcdb366043b5
function check_adopted(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 22773436143115df
function check_allocations(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 0b88e15807880dc0
function check_answers(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 27c1d1bb362653c0
function check_balance(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 3e825014fe1ff46f
function check_balance_causes(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body b7c386e90381e398
function check_bank_lines(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 45287b6420bf1fc9
function check_batch_sells(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body cce140ffd68c1429
function check_being_decided(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 1c2c4f595c25ee63
function check_books(uuid,bigint,bigint): afara_owner (pass uuid, since_xid bigint, through_xid bigint) returns SETOF finding plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 86532c2752c48f7f
function check_business_cases(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 29992f90029db0a2
function check_case_rows(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 42994d80d46de1ce
function check_cases(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 11d1532762c1fddd
function check_causes(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 42a9d500d008199b
function check_claims(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 47dc63abcd49c260
function check_cleared_buys(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 87536c8fbc2ac8a5
function check_clearing(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 8a729500b356250c
function check_committed(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 683639b18e7f2ab6
function check_daily_closes(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body dde4a0fc25443b81
function check_decisions(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 8b1f58a5e35c82d5
function check_declared(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body ac1faf580ab9ad50
function check_deliveries(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 1b92a56c97cad749
function check_deposit_accounts(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 86069cdbdb7ed988
function check_deposited(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 27eedeb8b2d7701a
function check_deposits(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 436ae914872cfdfd
function check_entry(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 2972d9edafeba1e6
function check_exposure(uuid,bigint,bigint): afara_owner (pass uuid, since_xid bigint, through_xid bigint) returns SETOF finding plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 11f5d2143c3bf326
function check_feed(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 8730711310c6a522
function check_feed_heads(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body bfde0be0d9c8384a
function check_freezes(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 90ce782becacd77b
function check_funds(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body b68c6dee9c8afc43
function check_given(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body e6805d4a96df8f47
function check_hand_payments(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 67abac06e524fad8
function check_held(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body e9362fb91917bfd1
function check_held_rows(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 0989dccaada5724b
function check_history(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body d4c9459c5d7968ad
function check_lane(uuid,bigint,numeric,numeric,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_chain_latest numeric, p_journal_next numeric, p_at timestamp with time zone) returns boolean sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 93871d5ede6743e2
function check_lane_locks(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 720f86b19a15983d
function check_line_fees(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body e2492cd54302091f
function check_line_keys(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 799b81d0889cd1ce
function check_line_payers(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body abbf070cb02cbfb9
function check_live_keys(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body aebc18a6c30bb0b9
function check_locks(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body a4a2a5d362d3028c
function check_losses(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body ec9479b30b4a7ad9
function check_mail(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 53165bf8a8f227a4
function check_member_orders(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 707519117aa54c6e
function check_mode(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 29e333d24df17a19
function check_moves(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body ae7c466625240f8b
function check_operator_rates(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body e31390ab1c1fd449
function check_outgoing(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body a6b68a5e4ae51eb9
function check_overdue(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body da147bb3a9083af9
function check_parts(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 0afc777b130343d0
function check_payout_lines(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 7f09b0f94f73f261
function check_payout_orders(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 8b1e1b60698c45aa
function check_payout_rows(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 7f361bee3b7e9359
function check_payout_write_offs(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 1d1f9dd4b6783eeb
function check_payouts(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body ce4b008390ecf28f
function check_payouts_outgoing(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 676fbd5b092c5fa8
function check_position(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body cbe8034cb0a05b48
function check_posting(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 85ab4ca4eb150aae
function check_rate_tables(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 16e1a64ff0e78561
function check_reconciliation(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 940d5dcf9a5ab123
function check_refund_rights(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body ed61578194750869
function check_refunds(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body acb0f52edb98c949
function check_returned_credits(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 927160e61f774110
function check_returns(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 2cb040a28fb2c370
function check_reversal(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body f2c4c0573cd059e4
function check_sells(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 5e2d2a09d4e932aa
function check_status(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 2b6953c4011ceb6f
function check_surplus(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 34ee5c6aac69aaba
function check_sweep_gas(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 245443bfbff819d6
function check_sweeps(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 2ab7243d3767bcb0
function check_taken_back(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 1acb28189eb0b67a
function check_taking_back(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 217f5334e7c1689b
function check_top_ups(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body cddb3bf25764ca4a
function check_total(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 69beff6b54bbd650
function check_transfer_rows(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body da60af1e7adee5f0
function check_transfers(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 7fe07bde7e4803c0
function check_treasury_moves(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 379b6055afa8c8b1
function check_unswept(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 7cf3409e141f5077
function check_unswept_list(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 11cc8f76bc4ab07f
function check_vendor_debt_moves(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 731e7542ee1e675e
function check_vendor_debts(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body d41fb618ec2f2c35
function check_wake(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body c2e8b15d70a9fb82
function check_wake_ups(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body bf78c53d52763cb3
function check_wallets(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body da9d9487e6952151
function check_watched(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 5dca0fff43ee77cc
function check_watching(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 3fb24040100240ee
function check_webhook_answers(int8range): afara_owner (pages int8range) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 86626cb3460a6499
function check_webhooks(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body e63052d2fb5d2191
function check_withdrawals(uuid[]): afara_owner (transactions uuid[]) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 52e50ca4307cd451
function check_write_offs(bigint,bigint): afara_owner (since_xid bigint, through_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 690e03c53db1df08
function check_written_off_payouts(bigint): afara_owner (since_xid bigint) returns SETOF finding sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body b98f32d5d05ad603
function choose_lane(mode,text,numeric,uuid): afara_owner (p_mode mode, p_network text, p_tokens numeric, p_besides uuid) returns uuid sql stable cost 100 enable_seqscan=off grants [] body 982889c231542be3
function choose_payout_account(mode,text,numeric,uuid): afara_owner (p_mode mode, p_bank_code text, p_amount numeric, p_besides uuid) returns uuid sql stable security definer cost 100 search_path=afara, pg_temp enable_seqscan=off grants [] body 55816f616ae3c5cc
function claim_event_nudges(timestamp with time zone,integer,integer): afara_owner (p_at timestamp with time zone, p_most integer, p_lease_seconds integer) returns TABLE(subject_id uuid, type text, nudge_number integer, is_steady boolean) sql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 077a2bad7964108c
function claim_nudge(uuid,timestamp with time zone,integer): afara_owner (id uuid, at timestamp with time zone, lease_seconds integer) returns TABLE(type text, nudge_number integer, due_at timestamp with time zone) sql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE afara_worker=EXECUTE] body 4dd6254fd59586e9
function claim_nudges(timestamp with time zone,integer,integer): afara_owner (at timestamp with time zone, most integer, lease_seconds integer) returns TABLE(subject_id uuid, type text, nudge_number integer) sql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 3be0bfab500d2418
function claim_nudges_of(uuid[],timestamp with time zone,integer): afara_owner (p_subjects uuid[], p_at timestamp with time zone, p_lease_seconds integer) returns TABLE(subject_id uuid, type text, nudge_number integer) sql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 084c30d3d03b8ed5
function claim_reply(uuid,mode,text,bytea,uuid,timestamp with time zone): afara_owner (p_business uuid, p_mode mode, p_key text, p_request bytea, p_claim uuid, p_at timestamp with time zone) returns TABLE(outcome text, claim uuid, status smallint, sealed bytea) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 0e19a43181cc0212
function claim_spare_accounts(mode,text,integer,timestamp with time zone,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_most integer, p_again timestamp with time zone, p_at timestamp with time zone) returns TABLE(address text, transaction_id uuid, business_id uuid, reference text) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body 464c1997a78482a9
function claim_stray_hints(mode,text,timestamp with time zone,integer,integer): afara_owner (p_mode mode, p_vendor text, p_at timestamp with time zone, p_most integer, p_lease_seconds integer) returns SETOF feed_hint sql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body ae0890ee92f5826a
function claim_wanted_accounts(mode,text,integer,timestamp with time zone,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_most integer, p_again timestamp with time zone, p_at timestamp with time zone) returns TABLE(address text, transaction_id uuid, business_id uuid, reference text) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body 24ae5f9fed985d85
function claim_webhook_nudges(timestamp with time zone,integer,integer): afara_owner (p_at timestamp with time zone, p_most integer, p_lease_seconds integer) returns TABLE(subject_id uuid, type text, nudge_number integer) sql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body a78e40da99ed8c95
function clear_buys(json,timestamp with time zone,integer): afara_owner (p_items json, p_at timestamp with time zone, p_lease_seconds integer) returns TABLE(ordinal integer, outcome text, due_at timestamp with time zone, lane_id uuid, nudge_number integer) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body a6d8a3d43ba2e490
function clear_one_buy(json,timestamp with time zone,integer): afara_owner (p_item json, p_at timestamp with time zone, p_lease_seconds integer) returns TABLE(outcome text, due_at timestamp with time zone, lane_id uuid, nudge_number integer) plpgsql cost 100 rows 1000 grants [] body 259959417c02d045
function clear_one_sell(json,timestamp with time zone,integer): afara_owner (p_item json, p_at timestamp with time zone, p_lease_seconds integer) returns TABLE(outcome text, due_at timestamp with time zone, account_id uuid, nudge_number integer) plpgsql cost 100 rows 1000 grants [] body 8d5ea1f1bcc68433
function clear_one_withdrawal(uuid,integer,text,text,timestamp with time zone,jsonb,jsonb,timestamp with time zone,integer,jsonb): afara_owner (p_transaction uuid, p_version integer, p_list_name text, p_list_version text, p_list_loaded_at timestamp with time zone, p_subjects jsonb, p_hits jsonb, p_at timestamp with time zone, p_lease_seconds integer, p_wallet jsonb) returns TABLE(outcome text, due_at timestamp with time zone, lane_id uuid, nudge_number integer) plpgsql cost 100 rows 1000 grants [] body 1cc9666f9ec65def
function clear_return(transaction,jsonb,timestamp with time zone): afara_owner (t transaction, p_screening jsonb, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body 60f3f54815faa07b
function clear_sells(json,timestamp with time zone,integer): afara_owner (p_items json, p_at timestamp with time zone, p_lease_seconds integer) returns TABLE(ordinal integer, outcome text, due_at timestamp with time zone, account_id uuid, nudge_number integer) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 4869c3af29145207
function clear_withdrawals(json,timestamp with time zone,integer): afara_owner (p_items json, p_at timestamp with time zone, p_lease_seconds integer) returns TABLE(ordinal integer, outcome text, due_at timestamp with time zone, lane_id uuid, nudge_number integer) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 5f41dc1d6788cfba
function close_account_look(uuid,timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone): afara_owner (p_account uuid, p_seen timestamp with time zone, p_due_at timestamp with time zone, p_active_at timestamp with time zone, p_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 08275ecd9f90c106
function close_adopted(uuid,timestamp with time zone): afara_owner (p_lane uuid, p_at timestamp with time zone) returns void sql cost 100 grants [] body 8ca361a300077306
function close_case(uuid,jsonb,timestamp with time zone): afara_owner (p_case uuid, p_resolution jsonb, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body 040079c41c6ca139
function close_days(mode,timestamp with time zone): afara_owner (p_mode mode, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 435b90ab7bed7b98
function close_outlived_cases(timestamp with time zone,integer): afara_owner (p_at timestamp with time zone, p_most integer) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 4681d5afee40ef92
function close_outlived_cases_of_buys(timestamp with time zone,integer): afara_owner (p_at timestamp with time zone, p_most integer) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 2926bca2e1960f0d
function close_outlived_doubts(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 92a5f80bf8b42808
function close_outlived_quarantines(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns integer sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 4f7d8bcfe722040a
function close_remembered(uuid,timestamp with time zone): afara_owner (p_account uuid, p_at timestamp with time zone) returns void plpgsql cost 100 enable_seqscan=off grants [] body 7f6959a80d502d29
function close_with(case_file,case_kind[],timestamp with time zone): afara_owner (p_file case_file, p_kinds case_kind[], p_at timestamp with time zone) returns void sql cost 100 grants [] body b8f5db42fb1f77b2
function coins_needed(numeric,asset): afara_owner (p_units numeric, p_asset asset) returns text sql stable cost 100 grants [] body 961ddb7b631b7bf7
function committed_by(uuid[]): afara_owner (p_transactions uuid[]) returns TABLE(transaction_id uuid, asset asset, minor numeric) sql stable cost 100 rows 1000 grants [afara_worker=EXECUTE] body b8e62d2860830d16
function compare_lane(uuid,bigint,numeric,numeric,uuid[],timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_chain_latest numeric, p_journal_next numeric, p_businesses uuid[], p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body ff431593cc40fe57
function compare_payouts(uuid,bigint,json,bigint,boolean,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_journaled json, p_last bigint, p_is_whole boolean, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 8d7af87f047e3cd0
function compared_batch_rows(uuid): afara_owner (p_batch uuid) returns TABLE(number integer, amount_minor numeric, taken_by uuid) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_worker=EXECUTE] body 2b72677aa291a482
function confirm_batch(uuid,uuid,mode,uuid,integer,numeric,boolean,timestamp with time zone,json): afara_owner (p_batch uuid, p_business uuid, p_mode mode, p_key uuid, p_rows integer, p_total numeric, p_skip_problems boolean, p_at timestamp with time zone, p_signed json DEFAULT NULL::json) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body ba3a8a040112bb7c
function confirm_email(bytea,timestamp with time zone): afara_owner (p_token_hash bytea, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body a1ef924dfd12ea8e
function console_audit(mode,uuid,text,text,uuid,timestamp with time zone,timestamp with time zone,bigint,text,integer): afara_owner (p_mode mode, p_person uuid, p_what text, p_subject text, p_subject_id uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_before bigint, p_before_id text, p_most integer) returns TABLE(id text, at timestamp with time zone, actor text, second text, what text, subject text, reason text, details jsonb, case_id uuid, version integer) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body dc70dad66a608e25
function console_bank_days(mode,integer,timestamp with time zone): afara_owner (p_mode mode, p_days integer, p_at timestamp with time zone) returns TABLE(kind text, subject text, bank_code text, day date, ended integer, succeeded integer, minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 2c5ace872c9b9f35
function console_business_debts(mode): afara_owner (p_mode mode) returns TABLE(business_id uuid, name text, asset asset, minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 59ce4c99f28fd816
function console_business_use(uuid,mode,timestamp with time zone): afara_owner (p_business uuid, p_mode mode, p_at timestamp with time zone) returns TABLE(exposure_minor numeric, day_minor numeric, hour_minor numeric, balance_minor numeric, held_naira numeric, held_tokens numeric, owes_naira numeric, owes_tokens numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 07f9d9fc2b17abc9
function console_businesses(mode,text,text,integer,timestamp with time zone): afara_owner (p_mode mode, p_who text, p_status text, p_most integer, p_at timestamp with time zone) returns TABLE(id uuid, name text, link_tag text, status text, tier smallint, is_frozen boolean, is_losing boolean, waits_since timestamp with time zone, exposure_minor numeric, exposure_cap_minor numeric, balance_minor numeric, open_cases integer, last_at timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 2f9642a505ae80b2
function console_chain_rails(mode,timestamp with time zone): afara_owner (p_mode mode, p_at timestamp with time zone) returns TABLE(network text, is_halted boolean, short_of text, is_frozen boolean, ended integer, succeeded integer, p50_seconds numeric, p95_seconds numeric, in_flight_minor numeric, in_flight integer, last_at timestamp with time zone, points integer[]) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body e2fc79e08892680f
function console_failed_payouts(mode,integer,integer): afara_owner (p_mode mode, p_days integer, p_most integer) returns TABLE(transaction_id uuid, vendor text, bank_code text, minor numeric, state text, said text, at timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 475f4f55858327ac
function console_float_history(mode,integer,timestamp with time zone): afara_owner (p_mode mode, p_days integer, p_at timestamp with time zone) returns TABLE(kind account_kind, owner text, day date, closing_minor numeric, out_minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 1a33ed36d8603f3c
function console_money_in(mode,timestamp with time zone): afara_owner (p_mode mode, p_at timestamp with time zone) returns TABLE(bank_name text, accounts integer, stopped integer, failing integer, error text, credits integer, p50_seconds numeric, p95_seconds numeric, unplaced_minor numeric, unplaced integer, last_at timestamp with time zone, points integer[]) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body aea05f9c000fb357
function console_newest(mode,integer): afara_owner (p_mode mode, p_most integer) returns SETOF uuid sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body a161af2a985e0562
function console_newest_of(uuid,mode,integer): afara_owner (p_business uuid, p_mode mode, p_most integer) returns SETOF uuid sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 97f8da62b815bbe8
function console_payout_rails(mode,timestamp with time zone): afara_owner (p_mode mode, p_at timestamp with time zone) returns TABLE(vendor text, bank_code text, is_down boolean, is_stopped boolean, ended integer, succeeded integer, p50_seconds numeric, p95_seconds numeric, in_flight_minor numeric, in_flight integer, last_at timestamp with time zone, points integer[]) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body a1003632494e2aa1
function console_proofs(mode,timestamp with time zone): afara_owner (p_mode mode, p_at timestamp with time zone) returns TABLE(stuck integer, differ_minor numeric, differ_count integer, compared_at timestamp with time zone, paid_twice integer, paid_count integer, hold_minor numeric, owe_minor numeric, case_count integer, case_overdue integer, case_due_at timestamp with time zone, settled_count integer, settled_minor numeric, settled_seconds numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 3d696fb43621678a
function console_seals(): afara_owner () returns TABLE(verified_at timestamp with time zone, owed_rows bigint, newest_seal bigint, sealed_at timestamp with time zone, checked_at timestamp with time zone, failing bigint) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body a60b6e8a1e18db06
function console_suspense(mode,timestamp with time zone): afara_owner (p_mode mode, p_at timestamp with time zone) returns TABLE(asset asset, age text, count bigint, minor numeric, oldest_id uuid, oldest_at timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 6f8d88c35c5ed6c6
function console_waiting(mode): afara_owner (p_mode mode) returns TABLE(type transaction_type, status text, count integer, minor numeric, oldest_id uuid, oldest_at timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 98bb257a48293716
function contradicts_fund(bank_line_reading,uuid): afara_owner (r bank_line_reading, p_line uuid) returns boolean plpgsql stable cost 100 grants [] body 99c4f8941428e140
function contradicts_known_payer(bank_line_reading,uuid): afara_owner (r bank_line_reading, p_line uuid) returns boolean sql stable cost 100 grants [] body 26a40bf0c02a9807
function contradicts_payer(bank_line_reading,bank_line_known_payer): afara_owner (r bank_line_reading, p bank_line_known_payer) returns boolean sql immutable cost 100 grants [] body 67097218eac650dc
function count_email_request(bytea,cidr,timestamp with time zone): afara_owner (p_email_hash bytea, p_source cidr, p_at timestamp with time zone) returns text plpgsql cost 100 grants [] body 735c35246bf757a9
function count_open_claims(uuid,mode,integer): afara_owner (p_business uuid, p_mode mode, p_most integer) returns integer sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body aa377fc24eaaf145
function count_quarantined(uuid,timestamp with time zone): afara_owner (p_case uuid, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 94093b409bab2caf
function count_service_levels(timestamp with time zone,integer): afara_owner (p_at timestamp with time zone, p_most integer) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_worker=EXECUTE] body ab6cf0dc883d5b4b
function counter_behind_by(): afara_owner () returns bigint sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 738ef9d1085a0f9c
function covering_standing(uuid,jsonb,timestamp with time zone): afara_owner (p_case uuid, p_resolution jsonb, p_at timestamp with time zone) returns uuid sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 6a111fa9617ee6e7
function create_business(uuid,text,text): afara_owner (p_id uuid, p_name text, p_link_tag text) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 020a06b605f69a75
function credit_buy_to_balance(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 25438786728c4178
function credit_undone_by_debit(bank_line): afara_owner (d bank_line) returns uuid sql stable cost 100 grants [] body c08598dbd8f46498
function credit_undone_by_readings(bank_line): afara_owner (d bank_line) returns uuid sql stable cost 100 grants [] body 12aafff98955ffff
function credits_going_back(transaction): afara_owner (t transaction) returns TABLE(line_id uuid, case_id uuid) plpgsql stable cost 100 rows 1000 grants [] body 63518753f7a491a0
function customer_of_line(uuid): afara_owner (p_line uuid) returns uuid sql stable cost 100 search_path=afara, pg_temp grants [] body 9151bad7e3f2e276
function customer_payments(uuid,timestamp with time zone,integer): afara_owner (p_account uuid, p_at timestamp with time zone, p_most integer) returns TABLE(line_id uuid, customer_number_id uuid, business_id uuid, mode mode, left_minor numeric, reference text, is_open boolean, customer text, network text, wallet_address text, vendor_account_id uuid, fee_flat_minor numeric, fee_bps integer, fee_cap_minor numeric, daily_limit_minor numeric) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 32c4850d15a7c484
function debit_fit(bank_line_reading,uuid,bank_line): afara_owner (r bank_line_reading, p_undone uuid, d bank_line) returns integer plpgsql stable cost 100 grants [] body ad9c19921332c465
function debit_in_question(payout): afara_owner (x payout) returns text sql stable cost 100 enable_nestloop=on grants [] body 591129c6daafd435
function debits_of_amount(bank_line_reading): afara_owner (r bank_line_reading) returns SETOF bank_line sql stable cost 100 rows 1000 grants [] body a50c3d3e1785cedf
function debits_undoing_credit(uuid,numeric): afara_owner (p_credit uuid, p_settled numeric) returns SETOF uuid sql stable cost 100 rows 1000 grants [] body 774378ce9f103974
function debtor_of(bank_line): afara_owner (l bank_line) returns text sql stable cost 100 grants [afara_worker=EXECUTE] body 73287534631c0e7b
function decide_business_case(uuid,text,jsonb,text,timestamp with time zone): afara_owner (p_case uuid, p_choice text, p_given jsonb, p_by text, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body d3c07bb9e371967a
function decided_buy(case_file): afara_owner (p_file case_file) returns transaction plpgsql cost 100 grants [] body 82684c0712d71e57
function decided_case(uuid,text): afara_owner (p_case uuid, p_action text) returns case_file plpgsql cost 100 grants [] body b32a81c205be23b6
function decided_sell(case_file): afara_owner (p_file case_file) returns transaction plpgsql cost 100 grants [] body 4f642f094342e0ed
function declare_rails(mode,json,timestamp with time zone): afara_owner (p_mode mode, p_rails json, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 05f4136a7ce00af1
function decline_resolution(uuid,integer,uuid,text,timestamp with time zone): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 2244390f38378fc7
function default_wallet(business_mode): afara_owner (m business_mode) returns TABLE(network text, address text) sql stable cost 100 rows 1000 search_path=afara, pg_temp grants [] body f2687ef9427acc78
function delete_old_claims(timestamp with time zone,integer): afara_owner (p_at timestamp with time zone, p_most integer) returns integer sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body d01ebf36344d6125
function deliver_buy(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns TABLE(done boolean, lane_id uuid) plpgsql cost 100 rows 1000 grants [] body da9ad4c111f32427
function deliver_decided(transaction,timestamp with time zone): afara_owner (t transaction, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body e543a3bd044683ed
function delivery_room(mode,text,text): afara_owner (p_mode mode, p_network text, p_address text, OUT is_active boolean, OUT room_minor numeric, OUT is_own boolean) returns record sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 21ef7f57a0628bc8
function delivery_stop(uuid,mode,text,text,numeric): afara_owner (p_business uuid, p_mode mode, p_network text, p_address text, p_tokens numeric) returns text sql stable cost 100 grants [] body 423121434d033e29
function deposit_figures(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns TABLE(name text, labels jsonb, value double precision) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body caa7ea8498aab3c3
function deposit_window(): afara_owner () returns interval sql immutable cost 100 grants [] body 88f09f5ce22f4b02
function deposited_to(uuid): afara_owner (p_transaction uuid) returns numeric sql stable cost 100 grants [] body 68c38907a5e33b82
function describe_plan(business_mode): afara_owner (m business_mode) returns text sql immutable cost 100 grants [] body 8183b6e7a45fa058
function describe_subjects(text[],uuid[]): afara_owner (p_kinds text[], p_ids uuid[]) returns TABLE(place integer, kind text, id uuid, mode mode, business text, type text, status text, party text, reference text, amount_minor numeric, at timestamp with time zone) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off jit=off grants [afara_people=EXECUTE] body cf1c473107eb2fee
function destination_of(uuid): afara_owner (p_transaction uuid) returns SETOF token_destination sql stable cost 100 rows 1 grants [afara_worker=EXECUTE] body 173dc7cb22e90152
function differs_now(mode): afara_owner (p_mode mode) returns TABLE(scope_kind text, scope text, difference_minor numeric, since timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 7117babf21684013
function disable_member(uuid): afara_owner (p_member uuid) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 7acfda461d012e8b
function disable_webhook(webhook_endpoint,timestamp with time zone): afara_owner (p_endpoint webhook_endpoint, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 5fbfe458e1257975
function dismiss_case(uuid,integer,uuid,text,timestamp with time zone): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body baa960e5b429f368
function doubt_payment(bank_line_reading,bank_line,timestamp with time zone): afara_owner (r bank_line_reading, l bank_line, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 044583f458099177
function doubt_transfer(transfer,timestamp with time zone): afara_owner (f transfer, p_at timestamp with time zone) returns void sql cost 100 grants [] body 7917c89d664d7deb
function downgrade_business(uuid,integer,numeric,uuid,text,timestamp with time zone): afara_owner (p_business uuid, p_tier integer, p_daily_limit numeric, p_by uuid, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 722a537039169993
function drive_transaction(uuid,integer,text,jsonb,timestamp with time zone,timestamp with time zone): afara_owner (id uuid, expected_version integer, event text, data jsonb, at timestamp with time zone, due_at timestamp with time zone) returns TABLE(status text, version integer) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body bc6d9137f229731d
function driven_buys(uuid[]): afara_owner (p_transactions uuid[]) returns TABLE(id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamp with time zone, failure_count integer, payer_account_name text, wallet_address text, payer_names text[], network text, tokens_minor numeric, fine_minor numeric, fine_at timestamp with time zone, paid_at timestamp with time zone, is_ours boolean, is_blocked boolean) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 09aab3352d5aab88
function driven_sells(uuid[]): afara_owner (p_transactions uuid[]) returns TABLE(id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamp with time zone, failure_count integer, bank_code text, account_number text, account_name text, senders text[]) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 745bef83b6beceff
function driven_withdrawal(uuid): afara_owner (p_transaction uuid) returns TABLE(id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamp with time zone, failure_count integer, wallet_address text, network text, tokens_minor numeric, fine_minor numeric, fine_at timestamp with time zone, paid_at timestamp with time zone, is_ours boolean, is_blocked boolean) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 2e022edd1118e1f1
function due_batch_rows(uuid,integer,integer): afara_owner (p_batch uuid, p_most integer, p_under_way integer) returns SETOF batch_row sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_nestloop=off grants [afara_worker=EXECUTE] body 91132d804ea7328b
function due_payment_items(uuid,integer): afara_owner (p_order uuid, p_most integer) returns SETOF payment_item sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 3a00f0c9b20c450c
function due_withdrawal(uuid): afara_owner (p_order uuid) returns TABLE(business_id uuid, mode mode, reference text, network text, address text, amount_minor numeric, is_enrolled boolean, is_active boolean) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 9f11174ed4de466a
function end_account_look(uuid,timestamp with time zone,timestamp with time zone,timestamp with time zone): afara_owner (p_account uuid, p_seen timestamp with time zone, p_due_at timestamp with time zone, p_active_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 0c1fc287d0f674e2
function end_beneficiary(uuid,uuid,mode,uuid): afara_owner (p_member uuid, p_business uuid, p_mode mode, p_beneficiary uuid) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body fbf035ece325ec4b
function end_conflict(case_file,text,timestamp with time zone): afara_owner (p_file case_file, p_state text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 62a6732fa1b21787
function end_customer_number(uuid,timestamp with time zone): afara_owner (p_id uuid, p_at timestamp with time zone) returns TABLE(ended_at timestamp with time zone, had_ended boolean) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 66f0b196c3bfd020
function end_decided_payout(case_file,boolean,timestamp with time zone): afara_owner (p_file case_file, p_was_paid boolean, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 6164cee71f8de359
function end_decided_refund(case_file,boolean,timestamp with time zone): afara_owner (p_file case_file, p_was_paid boolean, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 5c547a6ce6325185
function end_hand_payment(case_file,uuid,timestamp with time zone): afara_owner (p_file case_file, p_return uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body c74de770e52c660c
function end_mail(uuid,boolean,timestamp with time zone): afara_owner (p_id uuid, p_is_sent boolean, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 9c27524aa7c70468
function end_membership(uuid,uuid,uuid,uuid,timestamp with time zone): afara_owner (p_change uuid, p_business uuid, p_by uuid, p_member uuid, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body e5d8c825343b19fc
function end_of_pages(int8range): afara_owner (p_pages int8range) returns tid sql stable parallel safe cost 100 grants [afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body ab74035171c70861
function end_opening(uuid,bigint,text,numeric,timestamp with time zone): afara_owner (p_opening uuid, p_fence bigint, p_state text, p_gas_units numeric, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body e871018a77c00762
function end_operator(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body cb0f17b389c8ed84
function end_payment_order(uuid,uuid,mode,uuid): afara_owner (p_order uuid, p_business uuid, p_mode mode, p_member uuid) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body aa5508ad5e2fac65
function end_payout_by_evidence(uuid,boolean,jsonb,timestamp with time zone): afara_owner (p_payout uuid, p_was_paid boolean, p_evidence jsonb, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 47cc50a54bb7c48f
function end_recalled_buy(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body ba46576cd6fc1d9e
function end_recalled_return(credit_return,timestamp with time zone): afara_owner (r credit_return, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body bd328dd9be500671
function end_standing(uuid,uuid,text,timestamp with time zone): afara_owner (p_standing uuid, p_operator uuid, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body d6bbd2517fae1194
function end_sweep(uuid,bigint,text,text,numeric,text,timestamp with time zone): afara_owner (p_sweep uuid, p_fence bigint, p_state text, p_hash text, p_gas_units numeric, p_because text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 1b7ef0af914a80e3
function end_transfers(lane,json,timestamp with time zone): afara_owner (l lane, p_ends json, p_at timestamp with time zone) returns integer plpgsql cost 100 enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [] body af89045d1f2eefc3
function end_wallet(uuid,uuid,mode,uuid): afara_owner (p_wallet uuid, p_business uuid, p_mode mode, p_member uuid) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 01c129698c7cd74b
function end_wallet_blocks(uuid[],timestamp with time zone): afara_owner (p_transactions uuid[], p_at timestamp with time zone) returns void sql cost 100 grants [] body 4c78d6b2b63379bf
function end_withdrawal_order(uuid,uuid,mode,uuid): afara_owner (p_order uuid, p_business uuid, p_mode mode, p_member uuid) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 4ecc05a9a8823f91
function expected_by(transaction): afara_owner (t transaction) returns timestamp with time zone sql stable cost 100 grants [] body de5306c99137229a
function explain_as_payout(case_file,payout_line,payout_account,timestamp with time zone): afara_owner (p_file case_file, l payout_line, a payout_account, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body afbff999940e339a
function explain_as_return(case_file,payout_line,payout_account,timestamp with time zone): afara_owner (p_file case_file, l payout_line, a payout_account, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body f402527bbef6138a
function explain_by_hand_payment(bank_line,timestamp with time zone): afara_owner (d bank_line, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body d14e227bbdb1c70e
function explain_by_move(bank_line,timestamp with time zone): afara_owner (d bank_line, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body 40992023a4dbae7c
function explain_debit(uuid,timestamp with time zone): afara_owner (p_line uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body b678f18c5772f869
function explain_payout_line(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 6c44b0c2887a49e5
function explain_waiting_debits(uuid,timestamp with time zone): afara_owner (p_credit uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 1671592166968858
function explaining_account(text,payout_account): afara_owner (p_as text, a payout_account, OUT kind account_kind, OUT owner text) returns record sql immutable cost 100 grants [] body a954c6153e8ad185
function extend_slot(bank_line_reading,uuid,boolean): afara_owner (r bank_line_reading, p_line uuid, p_is_believed boolean) returns void sql cost 100 grants [] body 9c39cd0fd0203e42
function fee_may_be_payout(uuid,numeric,text[]): afara_owner (p_account uuid, p_fee numeric, p_debited text[]) returns boolean sql stable cost 100 enable_nestloop=on grants [] body f406a29c16b694c2
function file_of_question(business_case,transaction,timestamp with time zone): afara_owner (p_case business_case, t transaction, p_at timestamp with time zone) returns case_file plpgsql cost 100 grants [] body 8211e5a8e07b548d
function find_api_key(bytea[]): afara_owner (hmacs bytea[]) returns TABLE(id uuid, business_id uuid, link_tag text, mode mode, scopes text[], ip_list text[], expires_at timestamp with time zone, revoked_at timestamp with time zone, requests_per_window integer, business_status text, may_hold_balance boolean, fee_flat_minor numeric, fee_bps integer, fee_cap_minor numeric, default_network text, default_wallet_address text, daily_limit_minor numeric, public_key bytea, must_sign boolean) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body ec5080535ddf481b
function find_by_session(bank_line_reading): afara_owner (r bank_line_reading, OUT line_id uuid, OUT problem text, OUT is_doubtful boolean) returns record plpgsql stable cost 100 grants [] body e4a26529fd85c08c
function find_chain(bank_line_reading,boolean): afara_owner (r bank_line_reading, p_through_used boolean, OUT chain uuid[], OUT met_used boolean, OUT gave_up boolean) returns record plpgsql cost 100 grants [] body 5155ed738da7cf22
function find_debit_chain(bank_line_reading): afara_owner (r bank_line_reading) returns uuid[] plpgsql stable cost 100 grants [] body 83a5c5a595e7b9b4
function find_free_line(bank_line_reading): afara_owner (r bank_line_reading) returns uuid plpgsql stable cost 100 grants [] body 89a6c0467f4b0f92
function find_keys(mode,uuid,uuid,integer): afara_owner (p_mode mode, p_from uuid, p_to uuid, p_most integer) returns TABLE(kind text, id uuid, found_by text) sql stable cost 100 rows 1000 grants [afara_people=EXECUTE] body 2b92f6a8cfd361f2
function find_or_add_debit(uuid,mode,bank_line_reading,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, r bank_line_reading, p_at timestamp with time zone, OUT outcome text, OUT line_id uuid) returns record plpgsql cost 100 grants [] body e69b75eb6a9c7647
function find_or_add_line(uuid,mode,bank_line_reading,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, r bank_line_reading, p_at timestamp with time zone, OUT outcome text, OUT line_id uuid) returns record plpgsql cost 100 grants [] body 4c31dddbc52d2cea
function find_own(text,uuid,text[]): afara_owner (p_kind text, p_id uuid, p_texts text[]) returns TABLE(found_as text, transaction_id uuid) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_api=EXECUTE] body 9c5cb808f22ec5df
function find_subjects(mode,text,uuid,text[],integer): afara_owner (p_mode mode, p_kind text, p_id uuid, p_texts text[], p_most integer) returns TABLE(kind text, id uuid, found_by text) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off jit=off grants [afara_people=EXECUTE] body 00ab3d82b7a35831
function find_token_holder(uuid,uuid,uuid,mode): afara_owner (p_session uuid, p_member uuid, p_business uuid, p_mode mode) returns TABLE(role text, is_disabled boolean, session_revoked_at timestamp with time zone, session_ends_at timestamp with time zone, link_tag text, business_status text, may_hold_balance boolean, fee_flat_minor numeric, fee_bps integer, fee_cap_minor numeric, default_network text, default_wallet_address text, daily_limit_minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 2a1baf0061f9631d
function find_unexplained_credit(uuid,numeric): afara_owner (p_account uuid, p_amount numeric, OUT line_id uuid, OUT case_id uuid) returns record sql stable cost 100 grants [] body d3d8182d27b4c9f7
function find_wrong_balances(): afara_owner () returns TABLE(mode mode, kind account_kind, owner text, asset asset, balance_minor numeric, postings_minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 9311fa941d26775d
function finish_batch_check(uuid,json,timestamp with time zone): afara_owner (p_batch uuid, p_problems json, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_nestloop=off grants [afara_worker=EXECUTE] body b927c87128b21730
function finish_hint(mode,text,text): afara_owner (p_mode mode, p_vendor text, p_key text) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body f2a10b3b104ebb89
function finish_hints(mode,text,text[]): afara_owner (p_mode mode, p_vendor text, p_keys text[]) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body e4ad4f91019f6c09
function finish_transfers(uuid,bigint,json,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_ends json, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body b10db24e1b8940a6
function first_of_pages(int8range): afara_owner (p_pages int8range) returns tid sql stable parallel safe cost 100 grants [afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 13ec68feb51a6c69
function first_unread_day(uuid,date,date): afara_owner (p_account uuid, p_from date, p_through date) returns date sql stable cost 100 grants [] body 434a6531b8b1fce2
function fits_another(uuid,credit_fund,numeric,numeric): afara_owner (p_transaction uuid, f credit_fund, p_least numeric, p_most numeric) returns boolean sql stable cost 100 grants [] body bec942fee0a10938
function fix_sell(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body e92ce5370f75dec7
function float_figures(): afara_owner () returns TABLE(kind text, mode mode, place text, subject uuid, state text, ledger_minor numeric, world_minor numeric, world_at timestamp with time zone, in_flight_minor numeric, promised_minor numeric, hour_minor numeric, gas_asset asset, gas_units numeric, gas_world_units numeric, gas_each_units numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 00aeb168286094a4
function fold_books(bigint): afara_owner (p_most bigint) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp plan_cache_mode=force_custom_plan enable_hashjoin=off enable_mergejoin=off enable_seqscan=off grants [afara_reconciler=EXECUTE] body 9770a0380b54afde
function follow_business_choice(case_file,transaction,business_case,text,numeric,jsonb,timestamp with time zone): afara_owner (p_file case_file, t transaction, p_case business_case, p_choice text, p_held numeric, p_given jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 74f4123fbdfe4461
function follow_question(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body c777c99db2a02998
function follows_equal_payment(bank_line,text,text,text,text[]): afara_owner (l bank_line, p_number text, p_mask text, p_name text, p_words text[]) returns boolean sql stable cost 100 grants [] body 400d0a1691a71059
function forget_wallet(transfer): afara_owner (f transfer) returns void sql cost 100 grants [] body 4716a8ef33126bf1
function forget_webhooks(timestamp with time zone,integer): afara_owner (p_before timestamp with time zone, p_most integer) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 95aedc42773071cc
function forgotten_businesses(uuid[]): afara_owner (p_businesses uuid[]) returns uuid[] sql stable cost 100 grants [] body 606d97455bbc0599
function forgotten_refund(uuid,integer): afara_owner (p_transaction uuid, p_place integer, OUT leg integer, OUT bank_code text, OUT account_number text) returns record sql stable cost 100 grants [] body 6ee4937cd150ea99
function forgotten_spending(uuid,mode): afara_owner (p_business uuid, p_mode mode) returns TABLE(type transaction_type, reference text, minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [] body ff4c3f452f7662ea
function former_debit_in_question(uuid,text,integer): afara_owner (p_transaction uuid, p_purpose text, p_leg integer) returns text plpgsql stable cost 100 enable_nestloop=on grants [] body 4594c57936029427
function free_fund(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 4fc3bf71047f9e19
function free_funds(uuid): afara_owner (p_account uuid) returns jsonb sql stable cost 100 grants [] body 5833c94bca2745dd
function free_slot_groups(uuid,text,line_direction,numeric,date,date): afara_owner (p_account uuid, p_source text, p_direction line_direction, p_settled numeric, p_from date, p_to date) returns SETOF slot_group sql stable cost 100 rows 1000 grants [] body 1e53dc439907d194
function free_slots(uuid,text,line_direction,numeric,numeric,date,date,integer): afara_owner (p_account uuid, p_source text, p_direction line_direction, p_gross numeric, p_settled numeric, p_booked date, p_value date, p_days integer) returns SETOF bank_line_slot sql stable cost 100 rows 1000 grants [] body 32d4419e0edc9ce5
function free_tails(uuid,uuid,numeric): afara_owner (p_account uuid, p_business uuid, p_amount numeric) returns integer[] sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body f506397df385bc13
function freeze_account(uuid,text,timestamp with time zone): afara_owner (p_account uuid, p_reason text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 630560399b8e8ef8
function freeze_forgotten(uuid[],text,text,timestamp with time zone): afara_owner (p_businesses uuid[], p_because text, p_by text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body fb67e9cf11887dca
function freeze_of(uuid,text): afara_owner (p_transaction uuid, p_network text) returns text plpgsql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 7e6420141f0900fb
function freeze_payout_account(uuid,text): afara_owner (p_account uuid, p_because text) returns void sql cost 100 grants [] body ff50c81de9ee329d
function freeze_sanctioned(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 40ce066a989ac32b
function freeze_vendor_account(uuid,uuid,text,timestamp with time zone): afara_owner (p_account uuid, p_by uuid, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body b5e22804b8bb3673
function fund_decided_payout_account(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 60da996ee031809e
function fund_payout_account(uuid,uuid,numeric,text,text,timestamp with time zone): afara_owner (p_id uuid, p_account uuid, p_amount numeric, p_reason text, p_by text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body e9e34b4c2a8a2524
function fund_sweeper(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 9742056df4e4541e
function gas_asset(text): afara_owner (p_network text) returns asset sql stable cost 100 grants [afara_worker=EXECUTE] body 4e4334c19a8cbf6f
function gas_price(asset,timestamp with time zone): afara_owner (p_asset asset, p_at timestamp with time zone) returns numeric sql stable cost 100 grants [] body d5961138a27ca796
function give_back_deposits(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 9ca91908eb281672
function give_back_sell(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body b57e119bb98a4b33
function give_up_hint(mode,text,text,text,timestamp with time zone): afara_owner (p_mode mode, p_vendor text, p_key text, p_error text, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 1dd719763a35b693
function go_live(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 605cd06b7337553d
function go_live_file_to_decide(uuid): afara_owner (p_business uuid) returns SETOF go_live_file sql stable cost 100 rows 1000 search_path=afara, pg_temp grants [] body 2a9d59710738feb6
function go_live_lacks(jsonb): afara_owner (p_file jsonb) returns text[] sql stable cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body adb039881dfaf029
function good_batch_rows(uuid): afara_owner (p_batch uuid) returns SETOF batch_row sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_nestloop=off grants [] body a547adfcace659e8
function guard_adopted(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body f02909e514fd3815
function guard_beneficiary(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 0f65cefcce354894
function guard_case(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 0c57a504ae27a0bd
function guard_collection_number(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 4c8fe960aae151d6
function guard_decision_signature(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 7351e6cab87b5a9c
function guard_device_login(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 91f8d9650505295d
function guard_email_confirmation(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 1c129d6ab0a8db34
function guard_email_request(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 0035cfe44e3f6a29
function guard_freeze(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 482591c105dc62d7
function guard_frozen(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 3218ba027d7ccf9f
function guard_hand_payment(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 01dd56d05ef4442c
function guard_invitation(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 3afab6835b6cbc40
function guard_key_expiry(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 83ac06ded7ad44f5
function guard_lane(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 38c1f88a3be2ce71
function guard_lien(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body e1100c538ee6c23d
function guard_live_business(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body d29809dd0806dd32
function guard_live_key(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body fa2e4ea8db9fffce
function guard_mail(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 09f5634fa4a7a1fa
function guard_member_confirmation(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 02d0ffedf8a6b92d
function guard_move(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 4c094f2db2f4c448
function guard_passkey(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body beb365a47d1c021b
function guard_payout(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 9d17482262dc35d1
function guard_sanctions(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 048522228279c03b
function guard_session(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 37385768adf9305e
function guard_signature_request(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body c0da410ede25dfd1
function guard_team_invitation(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 1b2bf42487344087
function guard_tier(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 4dac52bc1a519e98
function guard_totp(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body c548298351e584c7
function guard_transfer(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 048bd55e232701ac
function guard_vendor_account(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 15f28d5164d424c8
function halt_lane(uuid,bigint,text,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_because text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body c607d0c107655e49
function hand_over_case(uuid,integer,uuid,text,timestamp with time zone,uuid): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamp with time zone, p_to uuid) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body fae6bdeaec322dee
function has_daily_room(uuid,mode,timestamp with time zone,numeric,numeric): afara_owner (p_business uuid, p_mode mode, p_at timestamp with time zone, p_amount numeric, p_limit numeric) returns boolean sql stable cost 100 grants [] body e21597ed8e587968
function has_forgotten_payout(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body 9900b67b666ca616
function has_lane(mode,text): afara_owner (p_mode mode, p_network text) returns boolean sql stable cost 100 grants [] body 637ba7b7fd93e4c8
function has_paid_code(uuid,text): afara_owner (p_account uuid, p_narration text) returns boolean sql stable cost 100 grants [] body f943cf46f4a94ab9
function has_unadopted_locks(): afara_owner () returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body 84583c7fc93204ad
function has_unadopted_locks_of(uuid): afara_owner (p_business uuid) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body 896d29a99cd4b2e0
function has_undecided_loss(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body ba5a1d0a167fce45
function has_unshared_session(bank_line_reading): afara_owner (r bank_line_reading) returns boolean sql stable cost 100 grants [] body b195e0fae26491d3
function hasten_awaited_comparing(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body f791659c833a6a4b
function hasten_comparing(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 2582bdfb82c52fcd
function hasten_deliveries(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body abf5973b12d47aea
function hasten_payouts(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 75b7ff54e3b35d2f
function held_asset(text): afara_owner (p_purpose text) returns asset sql immutable parallel safe cost 100 grants [afara_people=EXECUTE afara_worker=EXECUTE] body 345fa89d1c820db2
function held_by(uuid): afara_owner (p_transaction uuid) returns TABLE(mode mode, asset asset, balance numeric, postings numeric) sql stable cost 100 rows 1000 grants [afara_worker=EXECUTE] body 4d38468d975f62a2
function held_fits_limits(transaction,timestamp with time zone): afara_owner (t transaction, p_at timestamp with time zone) returns boolean sql stable cost 100 grants [] body 9dc95f6c24a4fa31
function held_terms(uuid): afara_owner (p_transaction uuid) returns jsonb sql stable cost 100 grants [] body da0fd5e1d2820dde
function hold_buy(uuid,integer,text[],numeric,jsonb,text,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_reasons text[], p_amount numeric, p_hits jsonb, p_list_version text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 910d38a319cf1ee3
function hold_lane(uuid,text,timestamp with time zone,integer,integer): afara_owner (p_lane uuid, p_holder text, p_at timestamp with time zone, p_lease_ms integer, p_most integer) returns TABLE(fence bigint, mode mode, network text, number integer, address text, state text, next_lock numeric, is_checked boolean, is_frozen boolean, may_be_frozen boolean, due integer, unsigned integer, signed integer, has_adopted boolean, sent json) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body 72b1ecc78e0e9e93
function hold_rate_turn(bigint): afara_owner (number bigint) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 1266870d6358b4ee
function hold_sell(transaction,text[],numeric,jsonb,text,timestamp with time zone): afara_owner (t transaction, p_reasons text[], p_amount numeric, p_hits jsonb, p_list_version text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body de7e48a12eb5f1bf
function holders_of_paid_number(uuid): afara_owner (p_line uuid, OUT numbers text[], OUT buys uuid[], OUT customers uuid[]) returns record plpgsql stable cost 100 search_path=afara, pg_temp enable_nestloop=on enable_seqscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_worker=EXECUTE] body 22da7eee82a8a070
function id_floor(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns uuid sql immutable strict cost 100 grants [] body bd717d7b90370433
function ids_behind(text,uuid): afara_owner (p_kind text, p_id uuid) returns uuid[] plpgsql stable cost 100 grants [] body c0eaf1d72683f23a
function ids_of_hash(text[]): afara_owner (p_hashes text[]) returns uuid[] plpgsql stable cost 100 grants [] body ad22cb292c5a4cc6
function ids_of_session(text): afara_owner (p_session text) returns uuid[] plpgsql stable cost 100 grants [] body 0e2cbc89569452c2
function in_coins(numeric,asset): afara_owner (p_units numeric, p_asset asset) returns text sql stable cost 100 grants [] body 30618f7a3a8b3826
function in_naira(numeric): afara_owner (p_minor numeric) returns text sql immutable cost 100 grants [] body 4529afda3bd5d7f1
function invite_colleague(uuid,uuid,uuid,text,text,uuid,bytea,uuid,bytea,timestamp with time zone,timestamp with time zone): afara_owner (p_change uuid, p_business uuid, p_by uuid, p_email text, p_role text, p_invitation uuid, p_token_hash bytea, p_mail uuid, p_sealed bytea, p_expires_at timestamp with time zone, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body e903fbd7a9990f81
function invite_member(uuid,uuid,bytea,text,uuid,bytea,timestamp with time zone,timestamp with time zone): afara_owner (p_member uuid, p_id uuid, p_token_hash bytea, p_by text, p_mail uuid, p_sealed bytea, p_expires_at timestamp with time zone, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body c3aca26c55309b83
function invite_operator(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 6ce77382c33c511a
function is_about_sell(uuid): afara_owner (p_case uuid) returns boolean sql stable cost 100 grants [] body 7037c668ed10e893
function is_about_withdrawal(uuid): afara_owner (p_case uuid) returns boolean sql stable cost 100 grants [] body 87a583d77f3d8f38
function is_account_read_past(uuid,timestamp with time zone): afara_owner (p_account uuid, p_until timestamp with time zone) returns boolean sql stable cost 100 grants [] body a8b8f576de974743
function is_amount_of_payout(numeric,numeric): afara_owner (p_debit numeric, p_ordered numeric) returns boolean sql immutable parallel safe cost 100 grants [afara_people=EXECUTE] body 38a663c695daed99
function is_anything_frozen(): afara_owner () returns boolean sql stable cost 100 grants [] body 64e2ab9adb403846
function is_asked_about(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body 7584fcb86c8f454e
function is_frozen_by_sanctions(uuid): afara_owner (p_transaction uuid) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 6c18c349609a2ca1
function is_full_session(text): afara_owner (id text) returns boolean sql immutable cost 100 grants [] body 3a823a9544941062
function is_held_by_sanctions(uuid): afara_owner (p_transaction uuid) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE afara_worker=EXECUTE] body 0f4917e90d623600
function is_lagos_midnight(timestamp with time zone): afara_owner (at timestamp with time zone) returns boolean sql immutable cost 100 grants [] body d1156daf05fe4f7e
function is_leaving_frozen(uuid,mode,text): afara_owner (p_business uuid, p_mode mode, p_network text) returns boolean sql stable cost 100 grants [] body 4b49717eedf2c022
function is_network_frozen(mode,text): afara_owner (p_mode mode, p_network text) returns boolean sql stable cost 100 grants [] body 8459116f8b26fcb9
function is_over_exposure(uuid,uuid,mode,numeric,timestamp with time zone): afara_owner (p_transaction uuid, p_business uuid, p_mode mode, p_cap numeric, p_at timestamp with time zone) returns boolean sql stable cost 100 grants [] body 2d1b06ece4f4d55d
function is_own_wallet(text): afara_owner (p_address text) returns boolean sql stable cost 100 grants [afara_people=EXECUTE] body 7b4125cb5581109b
function is_party(text,text,text): afara_owner (p_text text, p_name text, p_number text) returns boolean sql immutable cost 100 grants [] body 6215039ec7c3e008
function is_payable_number(uuid,timestamp with time zone): afara_owner (p_id uuid, p_at timestamp with time zone) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 87832285886ba0f0
function is_payment_expected(uuid,timestamp with time zone): afara_owner (p_account uuid, p_at timestamp with time zone) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body cf69e0d5725ed2e6
function is_promoted(): afara_owner () returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body a87d59831a4baf50
function is_read_past(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_until timestamp with time zone) returns boolean sql stable cost 100 grants [] body 78f203dc08d8fba8
function is_same_answer(business_case_end,text,jsonb): afara_owner (p_end business_case_end, p_choice text, p_given jsonb) returns boolean sql immutable cost 100 grants [] body a6b24be19e858315
function is_same_wallet(text,text,text): afara_owner (p_network text, p_one text, p_other text) returns boolean sql stable cost 100 grants [afara_people=EXECUTE afara_worker=EXECUTE] body 29b4bc128b4c6c39
function is_spending_uncompared(): afara_owner () returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body d1b8515fa89c1d1b
function is_spending_uncompared_of(uuid): afara_owner (p_business uuid) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body 86954e1335dc582c
function is_sweepable(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body 4332dd418b2458c3
function is_unexplained(payout_line,mode): afara_owner (l payout_line, p_mode mode) returns boolean sql stable cost 100 grants [] body 96b7303f491b4b6b
function is_vendor_full(mode,text): afara_owner (p_mode mode, p_vendor text) returns boolean sql stable cost 100 grants [] body d9316056215f1291
function issue_decided_invitation(uuid,uuid,bytea,uuid,bytea,timestamp with time zone,timestamp with time zone): afara_owner (p_case uuid, p_id uuid, p_token_hash bytea, p_mail uuid, p_sealed bytea, p_expires_at timestamp with time zone, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body c26af6f6e4226827
function issue_decided_key(uuid,uuid,uuid,bytea,integer,timestamp with time zone): afara_owner (p_case uuid, p_operator uuid, p_key uuid, p_hmac bytea, p_pepper_version integer, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body a936660ab703b660
function issue_expected_payment(uuid,json,text): afara_owner (p_id uuid, p_request json, p_code text) returns TABLE(accepted boolean, needs text[]) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 25504d5c473b70ef
function issue_paper(uuid,text,text,text,timestamp with time zone): afara_owner (p_transaction uuid, p_kind text, p_number text, p_token text, p_at timestamp with time zone) returns TABLE(number text, token text, issued_at timestamp with time zone) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 6779374de688984e
function issue_pay_link(uuid,json,text,json): afara_owner (p_expected uuid, p_request json, p_code text, p_link json) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 3cb719988f4f3501
function issue_test_key(uuid,uuid,uuid,bytea,integer,text[],text,timestamp with time zone,timestamp with time zone,bytea): afara_owner (p_member uuid, p_business uuid, p_key uuid, p_hmac bytea, p_pepper_version integer, p_scopes text[], p_label text, p_expires_at timestamp with time zone, p_at timestamp with time zone, p_public_key bytea DEFAULT NULL::bytea) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body b1ce01da49de4625
function join_team(bytea,uuid,text,timestamp with time zone): afara_owner (p_token_hash bytea, p_member uuid, p_name text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 9e731762a91903f2
function keep_adopted(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 0a2d76141f52fcee
function keep_adopted_attempt(uuid,bigint,numeric,jsonb): afara_owner (p_lane uuid, p_fence bigint, p_lock numeric, p_attempt jsonb) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 5ee72eb36d330898
function keep_overdue_cases(timestamp with time zone,integer): afara_owner (p_at timestamp with time zone, p_most integer) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 30cbdc9eeb1dfd6a
function keep_owner(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 91022a633087d2c9
function keep_paid(case_file,uuid,timestamp with time zone): afara_owner (p_file case_file, p_payout uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 35fe4e7e856a4133
function keep_readings(uuid[],json,timestamp with time zone): afara_owner (p_ids uuid[], p_readings json, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body e9a92760adbd8455
function keep_refused_buy(uuid,uuid,mode,uuid,text,jsonb,bytea,timestamp with time zone): afara_owner (id uuid, business_id uuid, mode mode, vendor_account_id uuid, code text, request jsonb, digest bytea, at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 0eea5e7d8952004e
function keep_reply(uuid,mode,uuid,text,smallint,bytea): afara_owner (p_business uuid, p_mode mode, p_claim uuid, p_key text, p_status smallint, p_sealed bytea) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 81d46996449bcc97
function keep_return_account(uuid,text,text,text[],timestamp with time zone): afara_owner (p_try uuid, p_bank_name text, p_account_name text, p_names text[], p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 07ba8ae71bb3900c
function keep_signed_request(uuid,text,uuid,mode,json,timestamp with time zone): afara_owner (p_subject uuid, p_purpose text, p_business uuid, p_mode mode, p_signed json, p_at timestamp with time zone) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 28be717ac883b347
function keep_version(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 3d594061cfbc3832
function kinds_agree(line_kind,line_kind): afara_owner (a line_kind, b line_kind) returns boolean sql immutable cost 100 grants [] body 793a31a777da46f2
function lagos_day(timestamp with time zone): afara_owner (at timestamp with time zone) returns date sql immutable cost 100 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 906155cfebcb5d1c
function lane_out(uuid): afara_owner (p_lane uuid, OUT transfers integer, OUT tokens numeric) returns record plpgsql stable cost 100 enable_seqscan=off enable_bitmapscan=off grants [] body 2397a97649c84489
function lane_to_abandon(uuid): afara_owner (p_lane uuid, OUT since text, OUT is_quiet boolean, OUT locks text[], OUT tokens_minor numeric, OUT digest text, OUT last_signed numeric) returns record plpgsql stable cost 100 grants [afara_people=EXECUTE] body adab220068b8071d
function learn_fee(bank_line_reading,bank_line,boolean,timestamp with time zone): afara_owner (r bank_line_reading, l bank_line, p_has_fund boolean, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 6fa640eb60ba7666
function lease_requests(uuid,integer,integer): afara_owner (key_id uuid, wanted integer, most integer) returns TABLE(granted integer, taken integer, window_number bigint, at_ms bigint) sql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body c3afb2b28351cfa8
function lease_until(integer): afara_owner (p_lease_ms integer) returns timestamp with time zone sql cost 100 grants [] body ccd56fe210662ed0
function let_wait(text,uuid,text,timestamp with time zone): afara_owner (p_type text, p_transaction uuid, p_why text, p_at timestamp with time zone) returns timestamp with time zone sql cost 100 grants [] body 43c383ee95bbfcd4
function let_wallet_wait(uuid,integer,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_stop jsonb, p_at timestamp with time zone) returns TABLE(outcome text, due_at timestamp with time zone) plpgsql cost 100 rows 1000 grants [] body 49a1149f78d995c5
function lift_lien(uuid,text,text,timestamp with time zone): afara_owner (p_line uuid, p_by text, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 6e4937d333296875
function likely_by_payer(bank_line_reading,boolean): afara_owner (r bank_line_reading, p_is_full boolean) returns SETOF likely_line plpgsql stable cost 100 rows 1000 grants [] body 234ce98d5a0ba5a7
function likely_by_time(bank_line_reading,boolean,date,date,boolean,integer): afara_owner (r bank_line_reading, p_is_full boolean, p_from date, p_to date, p_is_nameless boolean, p_most integer) returns SETOF likely_line plpgsql stable cost 100 rows 1000 grants [] body f8a72377866cff08
function line_has_lien(uuid): afara_owner (p_line uuid) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body 6ef5f4b1660246b7
function line_is_taken_back(uuid): afara_owner (p_credit uuid) returns boolean sql stable cost 100 grants [] body 4f5d5f0d6ff74c33
function line_is_used(uuid): afara_owner (p_line uuid) returns boolean sql stable cost 100 grants [] body 2d5d316b5d9f8cbe
function line_undone_by_reading(bank_line_reading): afara_owner (r bank_line_reading) returns uuid sql stable cost 100 grants [] body 04bf1bc6a1870b1a
function lines_of_day(mode,date): afara_owner (p_mode mode, p_day date) returns TABLE(kind account_kind, owner text, asset asset, opening_minor numeric, in_minor numeric, out_minor numeric, closing_minor numeric, world_minor numeric, difference_minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body d75b242e7e62002d
function lines_of_payer(bank_line_reading,text[]): afara_owner (r bank_line_reading, p_beside text[]) returns SETOF uuid sql stable cost 100 rows 1000 grants [] body 6ce577eabd5923a6
function link_tag_is_free(text): afara_owner (p_link_tag text) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 053e14d2e99f2aa1
function list_adopted(uuid,integer): afara_owner (p_lane uuid, p_most integer) returns TABLE(lock numeric, transfer_id uuid, address text, tokens_minor numeric, attempts jsonb) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 7a5fa46a44e5250b
function list_checks(): afara_owner () returns TABLE(name text, goes_by text) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body ff66cb648a1efed3
function list_frozen(uuid,numeric,timestamp with time zone,integer): afara_owner (p_lane uuid, p_from_lock numeric, p_before timestamp with time zone, p_most integer) returns TABLE(transfer_id uuid, lock numeric, attempts jsonb) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body d413cea2392c3f37
function list_out(uuid,integer): afara_owner (p_lane uuid, p_most integer) returns TABLE(transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric, sent_at timestamp with time zone, is_doubtful boolean, attempts jsonb) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body 68871944110672d9
function list_payouts_out(uuid,integer,timestamp with time zone): afara_owner (p_account uuid, p_most integer, p_at timestamp with time zone) returns TABLE(payout_id uuid) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body d7c4b714f004c8a0
function list_transactions(uuid,mode,uuid,integer,integer,text,transaction_type,text[],text,timestamp with time zone,timestamp with time zone,numeric,numeric,text,jsonb): afara_owner (p_business uuid, p_mode mode, p_before uuid, p_most integer, p_window integer, p_reference text, p_type transaction_type, p_statuses text[], p_network text, p_from timestamp with time zone, p_to timestamp with time zone, p_least numeric DEFAULT NULL::numeric, p_largest numeric DEFAULT NULL::numeric, p_party text DEFAULT NULL::text, p_metadata jsonb DEFAULT NULL::jsonb) returns SETOF own_transaction plpgsql cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off jit=off plan_cache_mode=force_generic_plan grants [afara_api=EXECUTE] body a6c66240d14c5202
function list_unsigned(uuid): afara_owner (p_lane uuid) returns TABLE(transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric, frozen text) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body 33cb5f110116c043
function list_unswept(mode,text,integer,numeric,timestamp with time zone,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_most integer, p_above numeric, p_before timestamp with time zone, p_at timestamp with time zone) returns TABLE(address text, units numeric, transaction_id uuid, business_id uuid, reference text, minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body d7dc0d6a56440318
function list_watched(mode,text,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_at timestamp with time zone) returns SETOF text sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body ada46e07527f2d3f
function live_payout(uuid,text): afara_owner (p_transaction uuid, p_purpose text) returns uuid sql stable security definer cost 100 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body 785cf3bfb2f4ef8d
function live_transfer(uuid): afara_owner (p_transaction uuid) returns uuid sql stable security definer cost 100 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body 19304075dafca3e9
function lock_alone(uuid,mode): afara_owner (p_business uuid, p_mode mode) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 41d2b22a4c2e62cf
function lock_balances(mode,account_kind[],text[],asset[]): afara_owner (p_mode mode, p_kinds account_kind[], p_owners text[], p_assets asset[]) returns void sql cost 100 grants [] body 1d6609c46d260dd4
function lock_case_money(uuid): afara_owner (p_case uuid) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 898648aae3fe01be
function lock_payment_order(uuid,uuid,mode): afara_owner (p_order uuid, p_business uuid, p_mode mode) returns payment_order plpgsql cost 100 search_path=afara, pg_temp grants [] body 78a0c753046403d9
function lock_sandbox_accounts(uuid): afara_owner (p_business uuid) returns void plpgsql cost 100 grants [] body 7cded7e5bd662421
function lock_standing(uuid): afara_owner (p_standing uuid) returns void sql cost 100 grants [] body ed0526f0c0f5972d
function lock_team(uuid): afara_owner (p_business uuid) returns void sql cost 100 search_path=afara, pg_temp grants [] body b7683157c4fc0b54
function lock_withdrawal_order(uuid,uuid,mode): afara_owner (p_order uuid, p_business uuid, p_mode mode) returns withdrawal_order plpgsql cost 100 search_path=afara, pg_temp grants [] body 695ed488014d0d6a
function log_requests(jsonb): afara_owner (p_requests jsonb) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 6cffaba50fb03bf7
function look_at_blocked_buy(uuid,integer,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_wallet jsonb, p_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 7f7f078875f82237
function look_at_buy(uuid,integer,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 0a85a04268e84818
function look_at_return(uuid,integer,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_screening jsonb, p_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body bdd2429fd6cc6512
function look_at_sell(uuid,integer,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 4e6f290a9f0c200d
function look_at_window(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body b9b7941431020f28
function look_at_withdrawal(uuid,integer,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 2aa0cda0ea0c41dc
function look_of_pay_page(text): afara_owner (p_token text) returns TABLE(colour text, logo bytea) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body c64520284b3ab72e
function mail_owners(uuid,text,jsonb,timestamp with time zone): afara_owner (p_business uuid, p_kind text, p_details jsonb, p_at timestamp with time zone) returns void sql cost 100 search_path=afara, pg_temp grants [] body a91b4ff4692ef5d2
function mail_to_payers(uuid,text,jsonb,timestamp with time zone): afara_owner (p_business uuid, p_kind text, p_details jsonb, p_at timestamp with time zone) returns void sql cost 100 search_path=afara, pg_temp grants [] body ca3e1b5b768c1730
function mail_to_send(uuid): afara_owner (p_id uuid) returns TABLE(kind text, details jsonb, sealed bytea, expires_at timestamp with time zone, email text, name text, is_disabled boolean) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body fba4dc0471c9d1c1
function make_batch(uuid,uuid,mode,uuid,json,json,integer,timestamp with time zone,json): afara_owner (p_id uuid, p_business uuid, p_mode mode, p_key uuid, p_rows json, p_problems json, p_most_a_day integer, p_at timestamp with time zone, p_signed json DEFAULT NULL::json) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 2d713fcda82ca124
function margin_of(uuid): afara_owner (p_transaction uuid) returns SETOF transaction_margin sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 802feea50ed53124
function margin_report(mode,text,timestamp with time zone): afara_owner (p_mode mode, p_by text, p_from timestamp with time zone) returns TABLE(subject text, transactions bigint, amount_minor numeric, fee_minor numeric, vendor_fee_minor numeric, gas_minor numeric, margin_minor numeric, losing bigint, unpriced bigint) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off jit=off grants [afara_people=EXECUTE] body 90aeb027fa1edc01
function masks_contradict(text,text): afara_owner (a text, b text) returns boolean plpgsql immutable cost 100 grants [] body 86c7d685a9196de6
function match_businesses(uuid[],mode,timestamp with time zone): afara_owner (p_businesses uuid[], p_mode mode, p_at timestamp with time zone) returns TABLE(business_id uuid, is_suspended boolean, cap_left_minor numeric, tolerance_minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body d35428e7125bb89e
function match_candidates(uuid,timestamp with time zone,integer,uuid[]): afara_owner (p_account uuid, p_at timestamp with time zone, p_most integer, p_crowded uuid[] DEFAULT NULL::uuid[]) returns TABLE(credits text, claims text) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body fe999375155b3777
function may_be_naira_of(payout_line,payout): afara_owner (l payout_line, x payout) returns boolean sql stable cost 100 grants [afara_people=EXECUTE] body 83a5bef518e6d8d2
function may_change_payee(transaction,text,text): afara_owner (t transaction, p_bank_code text, p_account_number text) returns boolean sql stable cost 100 search_path=afara, pg_temp grants [] body a6267efe9e80f299
function may_go_back(transaction): afara_owner (t transaction) returns boolean sql stable cost 100 grants [] body 5171e8770f7722c8
function may_leave_for(uuid,mode,text,text): afara_owner (p_business uuid, p_mode mode, p_network text, p_address text) returns boolean sql stable cost 100 search_path=afara, pg_temp grants [] body ed037015c752f9c8
function may_return_unasked(mode,text,text,numeric,timestamp with time zone): afara_owner (p_mode mode, p_account text, p_bank text, p_amount numeric, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body ec6f903c1c0a88e6
function may_sell_to(uuid,mode,text,text): afara_owner (p_business uuid, p_mode mode, p_bank_code text, p_account_number text) returns boolean sql stable cost 100 search_path=afara, pg_temp grants [] body 55675af7b73bdf50
function may_spend_balance(uuid,mode,transaction_type,text,numeric): afara_owner (p_business uuid, p_mode mode, p_type transaction_type, p_reference text, p_amount numeric) returns boolean sql stable cost 100 grants [] body 8513706c6c9224a2
function may_stand(text,text): afara_owner (p_kind text, p_ground text) returns boolean sql immutable cost 100 grants [] body ed660d61f5cd0c4d
function may_take_tail(uuid,uuid,numeric): afara_owner (p_account uuid, p_business uuid, p_amount numeric) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body 62a0b2b0ce8546c0
function may_withdraw_to(text,text): afara_owner (p_network text, p_address text) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 7e2b489ac17e5cf6
function mode_of_subject(text,uuid): afara_owner (p_kind text, p_id uuid) returns mode plpgsql stable cost 100 grants [] body 322c04d9284127a3
function money_in_figures(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns TABLE(name text, labels jsonb, value double precision) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 56a9d4353f64b014
function most_pages(): afara_owner () returns bigint sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body fbc58d456acd788d
function most_payout_fee(): afara_owner () returns numeric sql immutable parallel safe cost 100 grants [afara_people=EXECUTE] body 1aba30330434ec8d
function most_payouts(): afara_owner () returns integer sql immutable cost 100 grants [] body 3efaf2f2e7527fc5
function most_returned_to_named(): afara_owner () returns numeric sql immutable cost 100 grants [] body 18cdee9f58c1661f
function most_returned_unasked(): afara_owner () returns numeric sql immutable cost 100 grants [] body 35a835010b279314
function move_debt(uuid,mode,text,text,numeric,account_kind,text,text,timestamp with time zone,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, p_vendor text, p_move text, p_amount numeric, p_kind account_kind, p_owner text, p_step text, p_booked_at timestamp with time zone, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 1665da82e1069d99
function move_decided(case_file,text,jsonb,timestamp with time zone): afara_owner (p_file case_file, p_event text, p_data jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body e89840666957e6ba
function move_lane(uuid,text,text,timestamp with time zone): afara_owner (p_lane uuid, p_state text, p_because text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body f820a9e5bf5aaf24
function move_payout_account(uuid,text,text,timestamp with time zone): afara_owner (p_account uuid, p_state text, p_because text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body a464de8ab0447581
function move_sandbox_clock(integer,timestamp with time zone): afara_owner (p_seconds integer, p_at timestamp with time zone) returns TABLE(ahead_seconds bigint, due uuid[]) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 8763d498ff1675fe
function move_state(treasury_move,timestamp with time zone): afara_owner (m treasury_move, p_at timestamp with time zone) returns void sql cost 100 grants [] body 7219b7429138801c
function move_transaction(uuid,integer,text,jsonb,timestamp with time zone,timestamp with time zone): afara_owner (id uuid, expected_version integer, event text, data jsonb, at timestamp with time zone, due_at timestamp with time zone) returns TABLE(status text, version integer) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [] body fe305ab6019198d5
function move_transactions(uuid[],text[],jsonb[],timestamp with time zone[],timestamp with time zone): afara_owner (p_ids uuid[], p_events text[], p_data jsonb[], p_due_ats timestamp with time zone[], p_at timestamp with time zone) returns integer plpgsql cost 100 grants [] body 9592ba74f9a6ed03
function move_webhook_endpoint(uuid,text,uuid,timestamp with time zone): afara_owner (p_id uuid, p_state text, p_key uuid, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body fee857e519f6d468
function movements_of(text,mode,uuid): afara_owner (p_owner text, p_mode mode, p_since uuid) returns TABLE(entry_id uuid, minor numeric) sql stable cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off jit=off grants [] body 37234a954040bc49
function must_be_opened(text): afara_owner (p_network text) returns boolean sql stable cost 100 grants [afara_worker=EXECUTE] body 9ae4ad6aa73006e3
function must_sign(uuid,mode): afara_owner (p_business uuid, p_mode mode) returns boolean sql stable cost 100 search_path=afara, pg_temp grants [] body 9081cd3633bf4a0d
function naira_back_since(uuid,text): afara_owner (p_account uuid, p_reference text) returns timestamp with time zone sql stable cost 100 grants [] body c5cb0dc83f2ae052
function naira_of_payout(uuid,text): afara_owner (p_account uuid, p_reference text, OUT debits numeric, OUT credits numeric, OUT seen_at timestamp with time zone, OUT lines jsonb) returns record sql stable cost 100 grants [] body 73f2775fe8787f14
function name_of_payee(uuid): afara_owner (p_transaction uuid) returns text sql stable cost 100 grants [afara_people=EXECUTE] body 1362b79a8bd3778a
function name_words_contradict(text[],text[]): afara_owner (a text[], b text[]) returns boolean plpgsql immutable cost 100 grants [] body 2ff053f313e1af31
function names_to_screen(uuid): afara_owner (p_transaction uuid) returns text[] sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 93db81be0e6897fb
function next_look(uuid,timestamp with time zone): afara_owner (p_account uuid, p_at timestamp with time zone) returns timestamp with time zone sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 05985c9bea46ff4b
function next_writer(bigint,integer,bigint): afara_owner (p_after bigint, p_rows integer, p_last bigint) returns bigint sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body f6d9e4aa77719434
function note_adopted(uuid,bigint,json,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_ends json, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body c4ac40493d6519b0
function note_answers(uuid,bigint,json,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_answers json, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 72213811706982d0
function note_balance(uuid,bigint,numeric,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_available numeric, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 80debda9cf120e3c
function note_bank_trouble(uuid,bigint,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body d9377406da1857e8
function note_batch_checks(uuid,json,json,timestamp with time zone): afara_owner (p_batch uuid, p_checks json, p_problems json, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_nestloop=off grants [afara_worker=EXECUTE] body cc34dcb1a42b8986
function note_batch_refusals(uuid,json,timestamp with time zone): afara_owner (p_batch uuid, p_refusals json, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body e66940af63e22e92
function note_case(uuid,integer,uuid,text,timestamp with time zone): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 5f7cec00c0e26001
function note_check(text,text,bigint,uuid,boolean,text,timestamp with time zone): afara_owner (p_name text, p_walk text, p_position bigint, p_pass uuid, p_is_end boolean, p_failure text, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 3e992fd145ed1254
function note_cursor(uuid,numeric,text,timestamp with time zone): afara_owner (p_cursor uuid, p_lag numeric, p_halted_because text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 71b145029a2f182f
function note_doubts(uuid,bigint,json,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_doubts json, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 1cbc2aa22d6c990d
function note_go_live_refusal(uuid,integer,uuid,jsonb,text,text,timestamp with time zone): afara_owner (p_business uuid, p_version integer, p_by uuid, p_to_fix jsonb, p_action text, p_reason text, p_at timestamp with time zone) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 1eeb5976f1acf0a3
function note_holdings(mode,text,json,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_found json, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_reconciler=EXECUTE] body 742df025cdc07afe
function note_journal(text,bigint,text,timestamp with time zone): afara_owner (p_vault text, p_count bigint, p_hash text, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 9bc31463f22a16ae
function note_journal_behind(uuid,bigint,text,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_because text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 59512f3057cdc334
function note_key(uuid,uuid,text,text,jsonb): afara_owner (p_member uuid, p_key uuid, p_action text, p_reason text, p_details jsonb) returns void sql cost 100 search_path=afara, pg_temp grants [] body 90accdc3f7b6256c
function note_late_claim(uuid,bigint,timestamp with time zone): afara_owner (p_account uuid, p_since bigint, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body ff2a366271c633b2
function note_losing_plans(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns bigint sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 203272194c95d341
function note_member_request(uuid,uuid,mode,text,text): afara_owner (p_member uuid, p_business uuid, p_mode mode, p_what text, p_request text) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 9ce820fe468573aa
function note_move_arrived(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 7c0196eb7c171cee
function note_not_now(uuid,bigint,text,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_because text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 62870c3fa7c6974b
function note_number(uuid,json,boolean,timestamp with time zone): afara_owner (p_id uuid, p_answer json, p_is_late boolean, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 8ad80784bcdaf8a8
function note_open_accounts(mode,text,text[],timestamp with time zone): afara_owner (p_mode mode, p_network text, p_addresses text[], p_spare_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body f3f78894b68a3c08
function note_pace(bigint,bigint,timestamp with time zone): afara_owner (p_seal bigint, p_owed bigint, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body c922d1220928bbe3
function note_paid_wallets(mode,text,uuid[],timestamp with time zone): afara_owner (p_mode mode, p_network text, p_transactions uuid[], p_at timestamp with time zone) returns void sql cost 100 enable_seqscan=off grants [] body 531cc9e8c44958e3
function note_payment_refusals(uuid,json): afara_owner (p_order uuid, p_refusals json) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body a3ea36d8c3310857
function note_payouts_short(payout_account,text,timestamp with time zone,text): afara_owner (a payout_account, p_short_of text, p_at timestamp with time zone, p_because text DEFAULT NULL::text) returns void plpgsql cost 100 grants [] body 01e4c83079ae2c34
function note_read_until(uuid,numeric,timestamp with time zone): afara_owner (p_cursor uuid, p_block numeric, p_time timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 0ee7f9c132e10373
function note_reading(uuid,bigint,numeric,numeric,numeric,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_tokens_minor numeric, p_gas_units numeric, p_gas_each_units numeric, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body fec77768cdebbcc9
function note_readings(uuid,bigint,json,integer,integer,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_readings json, p_spaced_ms integer, p_overdue_ms integer, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 69aa1fda556641cb
function note_reconciliation(text,text,mode,numeric,numeric,numeric,jsonb,jsonb,integer,numeric,timestamp with time zone): afara_owner (p_kind text, p_scope text, p_mode mode, p_ours numeric, p_theirs numeric, p_difference numeric, p_items jsonb, p_basis jsonb, p_confirm_ms integer, p_all_minor numeric, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body d31db98bb5f0eeb6
function note_refusal(uuid,bigint,uuid,text,text,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_transfer uuid, p_code text, p_message text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body a46467bb0085cc63
function note_refused_approvals(jsonb,timestamp with time zone): afara_owner (p_refused jsonb, p_at timestamp with time zone) returns SETOF uuid plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 8c42fdcb8aa7731e
function note_reread(uuid,numeric,numeric): afara_owner (p_cursor uuid, p_from numeric, p_next numeric) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 428b135a65eef8f0
function note_runways(interval,timestamp with time zone): afara_owner (p_least interval, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body cc808868ea645c5f
function note_scenario_run(text,uuid[],timestamp with time zone): afara_owner (p_name text, p_transactions uuid[], p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body fe598babd2ce3053
function note_short(lane,text,timestamp with time zone,text): afara_owner (l lane, p_short_of text, p_at timestamp with time zone, p_because text DEFAULT NULL::text) returns void plpgsql cost 100 grants [] body a2b5198bdb837c24
function note_slice(text,text,bigint,bigint,boolean,timestamp with time zone): afara_owner (p_name text, p_walk text, p_after bigint, p_through bigint, p_is_wrong boolean, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 053c1ab964be98eb
function note_sweeper(mode,text,bigint,numeric,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_fence bigint, p_gas_units numeric, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 759af2dc1c321ec9
function note_swept(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off grants [] body fd19881b19a487a2
function note_team_change(uuid,uuid,uuid,text,text,uuid,text,text,timestamp with time zone): afara_owner (p_change uuid, p_business uuid, p_by uuid, p_action text, p_email text, p_member uuid, p_before text, p_after text, p_at timestamp with time zone) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body b6243db02b67f63c
function note_unsigned_decisions(jsonb,boolean,timestamp with time zone): afara_owner (p_found jsonb, p_is_all boolean, p_at timestamp with time zone) returns SETOF uuid plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 911d5138d19b6e82
function note_unswept(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 56b1a3da88a9faf6
function note_verified(bigint,boolean,timestamp with time zone): afara_owner (p_seal bigint, p_is_all boolean, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 5213ed8c34332d7b
function note_wallet(jsonb,timestamp with time zone): afara_owner (p_wallet jsonb, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 2dfc38161199aed7
function note_wallet_block(transaction,jsonb,timestamp with time zone): afara_owner (t transaction, p_stop jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 7f9680abc085de64
function note_webhook(webhook_endpoint,text,text,uuid,timestamp with time zone): afara_owner (p_endpoint webhook_endpoint, p_kind text, p_message text, p_key uuid, p_at timestamp with time zone) returns void sql cost 100 grants [] body edbeff5ef0258001
function notify_approvers(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void sql cost 100 grants [] body ea5de240e263dc21
function notify_operator(case_file,uuid,text,uuid,timestamp with time zone): afara_owner (p_file case_file, p_operator uuid, p_why text, p_by uuid, p_at timestamp with time zone) returns void sql cost 100 grants [] body f081bcbf0befd31f
function nudge_is_needed(timestamp with time zone,timestamp with time zone,timestamp with time zone,integer): afara_owner (nudge_due_at timestamp with time zone, due_at timestamp with time zone, at timestamp with time zone, lease_seconds integer) returns boolean sql stable cost 100 grants [] body efcc4ab3926467d2
function number_rest(): afara_owner () returns interval sql immutable cost 100 grants [] body 0162c1ff1d20eb19
function objections(bank_line_reading,uuid): afara_owner (r bank_line_reading, p_line uuid) returns SETOF bank_line_assignment sql stable cost 100 rows 1000 grants [] body c16f58803272b2c3
function open_account_look(uuid,timestamp with time zone,timestamp with time zone,integer): afara_owner (p_account uuid, p_at timestamp with time zone, p_until timestamp with time zone, p_most integer) returns TABLE(outcome text, mode mode, account_number text, feed text, due_at timestamp with time zone, failure_count integer, active_at timestamp with time zone, poll_due_at timestamp with time zone, poll_failures integer, hints json) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body e6e741ca4ab89f39
function open_business_cases(uuid[]): afara_owner (p_transactions uuid[]) returns SETOF own_business_case sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 490ceca2c88ecafc
function open_case(uuid,mode,case_kind,uuid,uuid,uuid,uuid,text,jsonb,jsonb,timestamp with time zone,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, p_kind case_kind, p_account uuid, p_line uuid, p_transaction uuid, p_business uuid, p_summary text, p_facts jsonb, p_proposal jsonb, p_at timestamp with time zone, p_due_at timestamp with time zone) returns uuid sql cost 100 grants [] body 59bb705eddd2af92
function open_case_as(uuid,uuid,mode,case_kind,uuid,uuid,uuid,uuid,text,jsonb,jsonb,timestamp with time zone,timestamp with time zone): afara_owner (p_operator uuid, p_id uuid, p_mode mode, p_kind case_kind, p_account uuid, p_line uuid, p_transaction uuid, p_business uuid, p_summary text, p_facts jsonb, p_proposal jsonb, p_at timestamp with time zone, p_due_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body 74e02ee44b1b24ea
function open_cursor(uuid,mode,text,numeric,text,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, p_network text, p_block numeric, p_hash text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 5c34034a3c8c4ad8
function open_customer_buy(uuid,json,timestamp with time zone): afara_owner (p_line uuid, p_request json, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 01f0f2ee05b2950d
function open_customer_number(json,timestamp with time zone): afara_owner (p_number json, p_at timestamp with time zone, OUT id uuid, OUT is_replay boolean, OUT is_same boolean) returns record plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 2369d0152e7c8765
function open_decided_collection_account(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 46aceb25eb206e13
function open_decided_lane(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 3f3d2033fe1ccfee
function open_decided_payout_account(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body a2ecdeb8bf87d8a5
function open_lane(uuid,mode,text,integer,text,numeric,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, p_network text, p_number integer, p_address text, p_next_lock numeric, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body e43ea682d86cfd7f
function open_new_transfers(uuid,bigint,integer,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_most integer, p_at timestamp with time zone) returns TABLE(transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [] body 6894ec56c5d92e71
function open_opening(uuid,mode,text,text,numeric,text[],bytea,text,jsonb,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, p_network text, p_sweeper text, p_nonce numeric, p_addresses text[], p_raw bytea, p_hash text, p_terms jsonb, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 8111121379c89983
function open_payout_account(uuid,mode,text,text,text,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, p_vendor text, p_name text, p_account_number text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body e59c4435cb94568d
function open_payouts(uuid,bigint,integer,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_most integer, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 62ceac152896ee5e
function open_refund_case(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body cc0c76a11909492f
function open_request(uuid,uuid,mode,case_kind,uuid,uuid,uuid,text,jsonb,jsonb,timestamp with time zone,timestamp with time zone): afara_owner (p_operator uuid, p_id uuid, p_mode mode, p_kind case_kind, p_account uuid, p_line uuid, p_business uuid, p_summary text, p_facts jsonb, p_proposal jsonb, p_at timestamp with time zone, p_due_at timestamp with time zone) returns uuid plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body f0e0703273774a38
function open_return(credit_return,timestamp with time zone): afara_owner (p_return credit_return, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body df1d82a911441f0d
function open_sweep(uuid,mode,text,bigint,numeric,text[],text[],numeric[],bytea,text,jsonb,timestamp with time zone): afara_owner (p_id uuid, p_mode mode, p_network text, p_fence bigint, p_nonce numeric, p_addresses text[], p_salts text[], p_units numeric[], p_raw bytea, p_hash text, p_terms jsonb, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body c24dfd0903f2ed44
function open_transaction(uuid,uuid,mode,transaction_type,text,numeric,text,timestamp with time zone,timestamp with time zone,jsonb): afara_owner (id uuid, business_id uuid, mode mode, type transaction_type, event text, amount_minor numeric, reference text, at timestamp with time zone, due_at timestamp with time zone, data jsonb DEFAULT '{}'::jsonb) returns text plpgsql cost 100 grants [] body 5a3bd696928d7fe1
function open_transfers(uuid,bigint,integer,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_most integer, p_at timestamp with time zone) returns TABLE(transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body d4b302e9b01ccd71
function open_underpaid_case(uuid,uuid,timestamp with time zone,timestamp with time zone): afara_owner (p_id uuid, p_transaction uuid, p_at timestamp with time zone, p_due_at timestamp with time zone) returns uuid plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 3f6f2dbedcdd6a35
function open_webhook_endpoint(uuid,text,text[],text,uuid,bytea,uuid,timestamp with time zone,integer): afara_owner (p_id uuid, p_url text, p_event_types text[], p_description text, p_secret uuid, p_sealed bytea, p_key uuid, p_at timestamp with time zone, p_most integer) returns TABLE(outcome text, existing_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body eb3d334e45155a9f
function open_withdrawal(uuid,uuid,mode,text,text,text,numeric,bytea,text,timestamp with time zone): afara_owner (p_id uuid, p_business uuid, p_mode mode, p_reference text, p_network text, p_address text, p_amount numeric, p_meaning bytea, p_by text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body c870e5f6fef55bda
function operator_of_decision(case_file): afara_owner (p_file case_file) returns operator plpgsql cost 100 grants [] body 60f5574947e20db3
function other_sources(text): afara_owner (p_source text) returns text[] sql stable cost 100 grants [] body 68e6cb1155c7adfb
function overdue_cause(transaction): afara_owner (t transaction) returns text sql stable cost 100 grants [] body 6914e22862dd0a44
function owe_line(bank_line,timestamp with time zone): afara_owner (l bank_line, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body bb1e95d159a0fc36
function own_among(uuid[]): afara_owner (p_ids uuid[]) returns SETOF uuid sql stable cost 100 rows 1000 grants [] body 1cd1d401b757a95b
function own_balance(): afara_owner (OUT available_minor numeric, OUT held_minor numeric) returns record sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 105139cd29106882
function own_balance_days(date,date): afara_owner (p_from date, p_to date) returns TABLE(day date, in_minor numeric, out_minor numeric, closing_minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off jit=off grants [afara_api=EXECUTE] body 212768f1aad3c1a8
function own_balance_movements(uuid,integer,integer,timestamp with time zone,timestamp with time zone): afara_owner (p_before uuid, p_most integer, p_window integer, p_from timestamp with time zone, p_to timestamp with time zone) returns TABLE(entry_id uuid, step text, posted_at timestamp with time zone, minor numeric, balance_minor numeric, transaction_id uuid, type transaction_type, reference text) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off jit=off plan_cache_mode=force_generic_plan grants [afara_api=EXECUTE] body d9c8316e6f09b2e1
function own_business_cases(uuid,uuid,boolean,uuid,integer): afara_owner (p_id uuid, p_transaction uuid, p_is_open boolean, p_before uuid, p_most integer) returns SETOF own_business_case sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 62ed1c81cfea3735
function own_debt(): afara_owner () returns numeric sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body fd70f8be06b84154
function own_ids(uuid,integer,integer,text,transaction_type,text[],text,timestamp with time zone,timestamp with time zone,numeric,numeric,text,jsonb): afara_owner (p_before uuid, p_most integer, p_window integer, p_reference text, p_type transaction_type, p_statuses text[], p_network text, p_from timestamp with time zone, p_to timestamp with time zone, p_least numeric DEFAULT NULL::numeric, p_largest numeric DEFAULT NULL::numeric, p_party text DEFAULT NULL::text, p_metadata jsonb DEFAULT NULL::jsonb, OUT ids uuid[], OUT next_id uuid) returns record plpgsql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 4b82f4f46a032e6a
function own_legal_name(): afara_owner () returns TABLE(legal_name text, rc_number text) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 1a7fcbe704f329bf
function own_may_sell_to(text,text): afara_owner (p_bank_code text, p_account_number text) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 406f9436ccc3fd3b
function own_pay_link_ids(uuid,integer,integer,text[],timestamp with time zone,timestamp with time zone,jsonb): afara_owner (p_before uuid, p_most integer, p_window integer, p_statuses text[], p_from timestamp with time zone, p_to timestamp with time zone, p_metadata jsonb DEFAULT NULL::jsonb, OUT ids uuid[], OUT next_id uuid) returns record plpgsql stable security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off jit=off plan_cache_mode=force_generic_plan grants [afara_api=EXECUTE] body cf09638f61af68fc
function own_pay_link_totals(integer,timestamp with time zone,timestamp with time zone): afara_owner (p_window integer, p_from timestamp with time zone, p_to timestamp with time zone) returns TABLE(status text, links bigint, asked_minor numeric, arrived_minor numeric, is_cut boolean) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off jit=off grants [afara_api=EXECUTE] body 7311c1fbe8468ee9
function own_payer(uuid): afara_owner (p_transaction uuid) returns TABLE(name text, bank_code text, bank_name text, ending text) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body e0549eae3a746535
function own_payout_traces(uuid): afara_owner (p_transaction uuid) returns TABLE(id uuid, purpose text, state text, reference text, session_id text, amount_minor text, bank_code text, account_number text, account_name text, from_ending text, sent_at timestamp with time zone, ended_at timestamp with time zone, money_back_at timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 650c51dd8fff4884
function own_problems(transaction_type,numeric,text,bytea,timestamp with time zone,numeric,timestamp with time zone): afara_owner (p_type transaction_type, p_amount numeric, p_network text, p_meaning bytea, p_guard_since timestamp with time zone, p_daily_limit numeric, p_at timestamp with time zone) returns TABLE(outcome text, first_id uuid) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body b26961a50cb153c6
function own_settlements(uuid[]): afara_owner (p_ids uuid[]) returns TABLE(id uuid, completed_at timestamp with time zone, session_ids text[], hashes text[]) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off jit=off grants [afara_api=EXECUTE] body 54677e8ed65146fd
function own_statement(timestamp with time zone,timestamp with time zone,integer): afara_owner (p_from timestamp with time zone, p_to timestamp with time zone, p_most integer) returns TABLE(entry_id uuid, step text, posted_at timestamp with time zone, minor numeric, balance_minor numeric, transaction_id uuid, type transaction_type, reference text, is_cut boolean) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off jit=off grants [afara_api=EXECUTE] body f6396aa9c91c12a3
function own_totals(integer,text,transaction_type,text[],text,timestamp with time zone,timestamp with time zone,numeric,numeric,text,jsonb): afara_owner (p_window integer, p_reference text, p_type transaction_type, p_statuses text[], p_network text, p_from timestamp with time zone, p_to timestamp with time zone, p_least numeric, p_largest numeric, p_party text, p_metadata jsonb DEFAULT NULL::jsonb) returns TABLE(type transaction_type, status text, transactions bigint, minor numeric, paid_minor numeric, is_cut boolean) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off jit=off grants [afara_api=EXECUTE] body 5956764f2b600329
function own_transaction_facts(uuid): afara_owner (p_transaction uuid) returns json sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 99ebe2f8c6b1b873
function own_unmatched_credits(integer): afara_owner (p_most integer) returns TABLE(line_id uuid, transaction_id uuid, amount_minor numeric, seen_at timestamp with time zone, is_with_staff boolean, due_at timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body a21ba81d7dfe01ad
function own_webhook_endpoint(uuid): afara_owner (p_id uuid) returns webhook_endpoint sql cost 100 grants [] body ae2d2025cf4718ee
function own_webhook_endpoint_for_key(uuid,uuid): afara_owner (p_id uuid, p_key uuid) returns webhook_endpoint plpgsql cost 100 grants [] body 8b0b210494ab8a47
function paid_alone_since(uuid,mode,timestamp with time zone): afara_owner (p_business uuid, p_mode mode, p_since timestamp with time zone) returns numeric sql stable cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 614e8e6411156be9
function paid_terms(uuid,numeric): afara_owner (p_transaction uuid, p_paid numeric) returns jsonb sql stable cost 100 grants [] body 5a92aa7059f467cd
function paper_of_token(text): afara_owner (p_token text) returns TABLE(business_id uuid, mode mode, transaction_id uuid, kind text, number text, issued_at timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 29622626d50e6ff8
function pass_blocks(mode,text,numeric,numeric,text,numeric,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_from numeric, p_block numeric, p_hash text, p_lag numeric, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body e06ac550c0658bea
function pass_on_loss(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 46869f82867dc9c9
function pause_webhooks_of_key(uuid,timestamp with time zone): afara_owner (p_key uuid, p_at timestamp with time zone) returns SETOF uuid plpgsql cost 100 rows 1000 search_path=afara, pg_temp grants [] body 667c8e0a741cd8e7
function pay_page(text): afara_owner (p_token text) returns TABLE(mode mode, business_name text, description text, return_url text, status text, amount_minor numeric, left_minor numeric, code text, account_number text, account_name text, bank_name text, expires_at timestamp with time zone, rest_until timestamp with time zone, network text, hash text, takes_payment boolean, transaction_id uuid, number_until timestamp with time zone, seen_kind text, seen_minor numeric, paid_minor numeric) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body e813f471c8b8dd47
function pay_page_progress(text): afara_owner (p_token text) returns TABLE(business_id uuid, looked_at timestamp with time zone, status_at timestamp with time zone, arrived_at timestamp with time zone, session_id text, payer_bank_code text, payer_bank_name text, payer_ending text) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 946600a481a1e446
function payee_wait(mode): afara_owner (p_mode mode) returns interval sql immutable cost 100 grants [afara_people=EXECUTE] body 65047f4f802d747c
function payees_restricted_until(uuid,mode): afara_owner (p_business uuid, p_mode mode) returns timestamp with time zone sql stable cost 100 search_path=afara, pg_temp grants [] body c4299a40b7ebcef8
function payer_bank_paces(mode): afara_owner (p_mode mode) returns TABLE(bank_code text, usual_seconds integer, most_seconds integer) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body f0377ac283a9d9fd
function payer_keys(text[],text): afara_owner (p_words text[], p_number text) returns text[] sql immutable cost 100 grants [afara_worker=EXECUTE] body b9ad762f12810837
function payer_of_line(uuid): afara_owner (p_line uuid) returns bank_line_known_payer sql stable cost 100 grants [] body 037bbc0b17f8e16d
function payer_rank(bank_line_reading,text[],text[]): afara_owner (r bank_line_reading, p_numbers text[], p_words text[]) returns integer sql immutable cost 100 grants [] body 5c122808697a2f0c
function payment_tolerance(uuid,mode,numeric): afara_owner (p_business uuid, p_mode mode, p_amount numeric) returns numeric sql stable cost 100 grants [] body a5288ae4bb39d403
function payout_gap(integer): afara_owner (p_looks integer) returns interval sql immutable parallel safe cost 100 grants [] body 9ebdc9ff495b6465
function payout_money_back(payout,payout_account): afara_owner (x payout, a payout_account) returns jsonb sql stable cost 100 grants [] body 7a1b86b258a79c8b
function payout_reference(uuid,mode,text,text,integer,integer): afara_owner (p_business uuid, p_mode mode, p_reference text, p_purpose text, p_leg integer, p_attempt integer) returns text sql stable cost 100 grants [afara_worker=EXECUTE] body 1363e0eb7bb83e42
function payout_right_key(uuid,mode,text,text,integer): afara_owner (p_business uuid, p_mode mode, p_reference text, p_purpose text, p_leg integer) returns text sql stable cost 100 grants [afara_worker=EXECUTE] body 0af2975e8186ddb8
function payout_room(mode): afara_owner (p_mode mode) returns numeric plpgsql stable security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE afara_worker=EXECUTE] body bd6bf6873641a503
function payout_write_off_postings(jsonb): afara_owner (p_resolution jsonb) returns TABLE(debit_kind account_kind, debit_owner text, credit_kind account_kind, credit_owner text, asset asset, amount numeric) sql stable cost 100 rows 1000 grants [afara_worker=EXECUTE] body 08f083c9602d416a
function payouts_held_by(uuid,text,text,uuid,mode,text): afara_owner (p_transaction uuid, p_network text, p_purpose text, p_business uuid, p_mode mode, p_bank_code text) returns text plpgsql stable cost 100 grants [] body c4f0c03cd312922e
function pays_again(uuid,numeric,text): afara_owner (p_account uuid, p_amount numeric, p_narration text) returns boolean sql stable cost 100 grants [] body d9b3d2d59ba02bfa
function pays_number_again(uuid): afara_owner (p_line uuid) returns boolean sql stable cost 100 grants [] body 1a6d1f8ad3ff0619
function people_for_payment(uuid): afara_owner (p_order uuid) returns integer sql stable cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body b22366a014be243b
function people_for_withdrawal(uuid): afara_owner (p_order uuid) returns integer sql stable cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body a75ddf9d7fe71e28
function people_needed(case_file): afara_owner (p_file case_file) returns integer sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 6b9977081f2f5558
function people_told_of(uuid,uuid): afara_owner (p_operator uuid, p_member uuid) returns TABLE(operator_id uuid, member_id uuid, is_self boolean) sql stable cost 100 rows 1000 search_path=afara, pg_temp grants [] body 6370c99a75f76bfd
function permit_adopted(uuid,bigint,numeric[]): afara_owner (p_lane uuid, p_fence bigint, p_locks numeric[]) returns TABLE(lock numeric) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 4ea9f0a92b71bbb2
function permit_sending(uuid,bigint,uuid[],timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_transfers uuid[], p_at timestamp with time zone) returns TABLE(transfer_id uuid, attempt_id uuid, raw bytea) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off grants [afara_worker=EXECUTE] body 215d8ba6c8d8caae
function ping_webhook(uuid,uuid,uuid,text,timestamp with time zone): afara_owner (p_endpoint uuid, p_delivery uuid, p_event uuid, p_body text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 06f99fe7e73bb16e
function place_freeze(text,text,text,text,timestamp with time zone): afara_owner (p_scope text, p_subject text, p_reason text, p_by text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 6315bc5d02ee9f96
function place_lien(uuid,uuid,text,text,timestamp with time zone): afara_owner (p_line uuid, p_debit uuid, p_by text, p_reason text, p_at timestamp with time zone) returns uuid plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 336e50a3951358e5
function plan_fee(business_mode,numeric): afara_owner (m business_mode, p_amount numeric) returns numeric sql immutable cost 100 grants [] body e09a44c3b6dd0195
function pool_of_customer_number(mode,text,text): afara_owner (p_mode mode, p_vendor text, p_number text) returns uuid sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body c74170021f1d9a4e
function post_entries(mode,uuid[],uuid[],text,timestamp with time zone,account_kind,text,account_kind,text[],asset,positive_minor[]): afara_owner (p_mode mode, p_ids uuid[], p_transactions uuid[], p_step text, p_at timestamp with time zone, p_debit_kind account_kind, p_debit_owner text, p_credit_kind account_kind, p_credit_owners text[], p_asset asset, p_amounts positive_minor[]) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 9149865e7d0d52df
function post_entry(uuid,mode,uuid,text,timestamp with time zone,account_kind[],text[],account_kind[],text[],asset[],positive_minor[],uuid): afara_owner (p_id uuid, p_mode mode, p_transaction uuid, p_step text, p_at timestamp with time zone, p_debit_kinds account_kind[], p_debit_owners text[], p_credit_kinds account_kind[], p_credit_owners text[], p_assets asset[], p_amounts positive_minor[], p_reverses uuid DEFAULT NULL::uuid) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 944b0d9309f79853
function post_mixed_entries(mode,text,timestamp with time zone,uuid[],uuid[],uuid[],account_kind[],text[],account_kind[],text[],asset[],positive_minor[]): afara_owner (p_mode mode, p_step text, p_at timestamp with time zone, p_ids uuid[], p_transactions uuid[], p_entries uuid[], p_debit_kinds account_kind[], p_debit_owners text[], p_credit_kinds account_kind[], p_credit_owners text[], p_assets asset[], p_amounts positive_minor[]) returns void plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [] body 43b34e7ac41bc688
function posting_sides(bigint,bigint): afara_owner (p_after bigint, p_through bigint) returns TABLE(entry_id uuid, mode mode, kind account_kind, owner text, asset asset, in_minor numeric, out_minor numeric) sql stable cost 100 rows 1000 grants [] body 1d23a896cc4c6d82
function postpone_due_hints(mode,text,uuid,text,timestamp with time zone,timestamp with time zone): afara_owner (p_mode mode, p_vendor text, p_account uuid, p_error text, p_at timestamp with time zone, p_due_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 2f3e9047f10adc3a
function postpone_hint(mode,text,text,text,timestamp with time zone): afara_owner (p_mode mode, p_vendor text, p_key text, p_error text, p_due_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body fb7b67efc82e5cc6
function propose_adoption(uuid,uuid,json,timestamp with time zone): afara_owner (p_case uuid, p_lane uuid, p_locks json, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 13d8b13e9ae68625
function propose_payment_order(uuid,uuid,mode,uuid,text,bytea,integer,numeric,text,json): afara_owner (p_id uuid, p_business uuid, p_mode mode, p_member uuid, p_reference text, p_meaning bytea, p_count integer, p_total numeric, p_text text, p_items json) returns uuid plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body ef2ad3966725aaf7
function propose_resolution(uuid,integer,uuid,jsonb,jsonb,text,timestamp with time zone,text,jsonb): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_resolution jsonb, p_seen jsonb, p_reason text, p_at timestamp with time zone, p_text text, p_signature jsonb) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body d3766dc39d8d8e98
function propose_wallet(uuid,uuid,mode,uuid,text,text,text,text): afara_owner (p_id uuid, p_business uuid, p_mode mode, p_member uuid, p_network text, p_address text, p_label text, p_text text) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 9f80631554d2c355
function propose_withdrawal(uuid,uuid,mode,uuid,text,uuid,numeric,text): afara_owner (p_id uuid, p_business uuid, p_mode mode, p_member uuid, p_reference text, p_wallet uuid, p_amount numeric, p_text text) returns uuid plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 72c6f481ed4e4d73
function prove_go_live_account(uuid,text,text,timestamp with time zone): afara_owner (p_id uuid, p_bank_name text, p_account_name text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 997b4306656f980b
function put_off_sweep(mode,text,bigint,text[],boolean,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_fence bigint, p_addresses text[], p_would_fail boolean, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 8f982847d266b034
function quarantine_import(uuid,uuid[]): afara_owner (p_case uuid, p_lines uuid[]) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 3a7a25be065a1c79
function quarantine_line(uuid,mode,text,text,text,uuid,jsonb,timestamp with time zone): afara_owner (p_account uuid, p_mode mode, p_source text, p_external text, p_reason text, p_line uuid, p_raw jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body ae4ddc77a232feec
function question_code(case_file): afara_owner (p_file case_file) returns text sql immutable cost 100 grants [] body 7dc9a8f81a53e9c0
function queue_delivery(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns uuid plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off grants [] body 8db01f1499813880
function queue_mail(uuid,uuid,uuid,text,jsonb,bytea,timestamp with time zone,timestamp with time zone): afara_owner (p_id uuid, p_operator uuid, p_member uuid, p_kind text, p_details jsonb, p_sealed bytea, p_expires_at timestamp with time zone, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body af1150c36db85fd2
function queue_payout(uuid,text,text,text,text,numeric,timestamp with time zone): afara_owner (p_transaction uuid, p_purpose text, p_bank_code text, p_account_number text, p_account_name text, p_amount numeric, p_at timestamp with time zone) returns uuid plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [] body 5e44d4486220cd8e
function queue_refund(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 390cd02eafe15557
function queue_sell(transaction,text,timestamp with time zone): afara_owner (t transaction, p_account_name text, p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body 55a56663d7eb4578
function rail_rests(uuid,timestamp with time zone): afara_owner (p_pool uuid, p_at timestamp with time zone) returns boolean sql stable cost 100 grants [] body 2e9d88e39c84bd0a
function read_blocks_again(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 41e5eeb7f46b9d12
function read_feed_heads(uuid[],text[]): afara_owner (p_businesses uuid[], p_modes text[]) returns TABLE(business_id uuid, mode mode, last_number bigint) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 7a717693260250a6
function read_matching(uuid,timestamp with time zone,integer): afara_owner (p_account uuid, p_at timestamp with time zone, p_most integer) returns TABLE(mode mode, dedicated_to uuid, state text, claimed_late_at timestamp with time zone, has_own_buys boolean, credits text, claims text, businesses json, next_at timestamp with time zone) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 6eb630c665fc5feb
function reading_class(bank_line_reading): afara_owner (r bank_line_reading) returns text sql immutable cost 100 grants [] body 15c343b4157014d3
function reading_class_hash(bank_line_reading): afara_owner (r bank_line_reading) returns bigint sql immutable cost 100 grants [] body d307bcf592373e09
function reading_of_line(text,uuid): afara_owner (p_source text, p_line uuid) returns bank_line_reading sql stable cost 100 grants [] body 54097a753b39bf2a
function reconcile_undone_credit(bank_line_reading,bank_line,timestamp with time zone): afara_owner (r bank_line_reading, d bank_line, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body fefbbba9caa84538
function reconciliation_figures(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns TABLE(name text, labels jsonb, value double precision) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 05ee307972ee67b5
function record_departure(mode,text,text,integer,numeric,text,text,lane,uuid,numeric,numeric,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_hash text, p_index integer, p_block numeric, p_block_hash text, p_address text, p_lane lane, p_case uuid, p_units numeric, p_unit numeric, p_at timestamp with time zone) returns numeric plpgsql cost 100 enable_seqscan=off grants [] body a464c082d7b98d36
function record_deposits(mode,text,numeric,numeric,text,numeric,numeric,json,json,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_from numeric, p_block numeric, p_hash text, p_lag numeric, p_unit numeric, p_logs json, p_quarantined json, p_at timestamp with time zone) returns uuid[] plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 85c5862ec0673c53
function record_failure(uuid,text,timestamp with time zone): afara_owner (id uuid, error text, due_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body ee3602c95bc2a3b2
function record_hinted_lines(uuid,text,json,mode,text,text[],timestamp with time zone): afara_owner (p_account uuid, p_source text, p_lines json, p_mode mode, p_vendor text, p_keys text[], p_at timestamp with time zone) returns TABLE(external_id text, outcome text, line_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body ecfd3c9c75b25c74
function record_keyed_hints(mode,text,json,timestamp with time zone): afara_owner (p_mode mode, p_vendor text, p_hints json, p_at timestamp with time zone) returns TABLE(key text, vendor_account_id uuid, is_new boolean) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE afara_worker=EXECUTE] body 7eceec453349d089
function record_lines(uuid,text,json,text,timestamp with time zone): afara_owner (p_account uuid, p_source text, p_lines json, p_cursor text, p_at timestamp with time zone) returns TABLE(external_id text, outcome text, line_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 155f76ec50834333
function record_new_payments(uuid,mode,text,text,json,timestamp with time zone): afara_owner (p_account uuid, p_mode mode, p_number text, p_source text, p_lines json, p_at timestamp with time zone) returns jsonb plpgsql cost 100 grants [] body 35e263fbd77a5377
function record_payout_lines(uuid,bigint,json,text,boolean,timestamp with time zone,timestamp with time zone): afara_owner (p_account uuid, p_fence bigint, p_lines json, p_cursor text, p_is_whole boolean, p_read_at timestamp with time zone, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body 1cc9f63cf0665b7d
function record_poll(uuid,timestamp with time zone,timestamp with time zone,text): afara_owner (p_account uuid, p_at timestamp with time zone, p_due_at timestamp with time zone, p_error text) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 6e2a9017605fcafd
function record_reading(uuid,mode,bank_line_reading): afara_owner (p_id uuid, p_mode mode, r bank_line_reading, OUT outcome text, OUT line_id uuid) returns record plpgsql cost 100 grants [] body 9ea5d648e3b43c56
function record_shared_taking(mode,text,json,numeric,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_log json, p_unit numeric, p_at timestamp with time zone) returns numeric plpgsql cost 100 grants [] body 1eafaebd798a877d
function record_statement(uuid,uuid,uuid,json,jsonb,timestamp with time zone): afara_owner (p_operator uuid, p_case uuid, p_account uuid, p_lines json, p_facts jsonb, p_at timestamp with time zone) returns TABLE(external_id text, outcome text, line_id uuid) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body a6089fbf1aa43cbc
function record_taking(mode,text,json,numeric,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_log json, p_unit numeric, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 6bd71bb055e42b02
function record_webhook_rounds(jsonb,jsonb,timestamp with time zone,timestamp with time zone): afara_owner (p_rounds jsonb, p_results jsonb, p_failing_before timestamp with time zone, p_at timestamp with time zone) returns TABLE(endpoint_id uuid, due_at timestamp with time zone) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_worker=EXECUTE] body 587accde8561dd8d
function record_webhooks(uuid,jsonb,integer,timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone): afara_owner (p_endpoint uuid, p_results jsonb, p_failures integer, p_rests_until timestamp with time zone, p_failing_before timestamp with time zone, p_at timestamp with time zone, p_seen timestamp with time zone, p_due_at timestamp with time zone) returns timestamp with time zone sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 32172a5f64de81a1
function reenrol(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 313ad465584ab156
function reference_in(text): afara_owner (p_right_key text) returns text sql immutable cost 100 grants [] body ff43b2c73cec88cb
function refresh_fund(uuid): afara_owner (p_line uuid) returns void plpgsql cost 100 grants [] body dd54e5615c24ab97
function refresh_slot(uuid): afara_owner (p_line uuid) returns void sql cost 100 grants [] body 2ce412a65950e3c8
function refund_legs(uuid): afara_owner (p_transaction uuid) returns TABLE(return_id uuid, line_id uuid, leg integer, amount numeric, bank_code text, account_number text, account_name text, state text, last_account uuid) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off grants [afara_people=EXECUTE afara_worker=EXECUTE] body df6506720394829e
function refund_place(integer): afara_owner (p_leg integer) returns integer sql immutable parallel safe cost 100 grants [afara_worker=EXECUTE] body 02bcaf59bafdf7bb
function refuse_change(): afara_owner () returns trigger plpgsql cost 100 grants [] body 230be4b9766d0576
function refuse_end_in_flight(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 63322cc089f4dd3a
function refuse_go_live(uuid,integer,uuid,jsonb,timestamp with time zone): afara_owner (p_business uuid, p_version integer, p_by uuid, p_to_fix jsonb, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 1021be9b2ae34968
function refuse_second_lock(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 0be63c4fb7c01775
function refuse_undeclared(mode,text,account_kind,account_kind): afara_owner (p_mode mode, p_step text, p_debit_kind account_kind, p_credit_kind account_kind) returns void plpgsql cost 100 grants [] body 488ac8ec00926dec
function rehearse_decision(uuid,integer,uuid,jsonb,jsonb,timestamp with time zone): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_resolution jsonb, p_seen jsonb, p_at timestamp with time zone) returns text plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 46cd6f84480cbdbd
function reinstate_operator(uuid,text,text,text[],timestamp with time zone): afara_owner (p_id uuid, p_email text, p_name text, p_roles text[], p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body 46b6e0ede597537f
function release_expected_payments(timestamp with time zone,integer): afara_owner (p_at timestamp with time zone, p_most integer) returns integer sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 10320bc3d7be61b6
function release_lane(uuid,bigint): afara_owner (p_lane uuid, p_fence bigint) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 18ec0635bd6fc319
function release_payouts(uuid,bigint): afara_owner (p_account uuid, p_fence bigint) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body f08a16a85bd74cec
function release_reconciling(text): afara_owner (p_holder text) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 159aac3ee30d3f98
function release_reply(uuid,mode,uuid,text): afara_owner (p_business uuid, p_mode mode, p_claim uuid, p_key text) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body b4d08c471bc04bf5
function release_sell(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 008f856620cc437f
function release_sweeper(mode,text,bigint): afara_owner (p_mode mode, p_network text, p_fence bigint) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 88d304a5ae5853d8
function remember_wallets(jsonb,timestamp with time zone): afara_owner (p_answers jsonb, p_at timestamp with time zone) returns void sql cost 100 grants [] body 172b1f23b1f6ce2e
function remind_case_owners(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body e9d65b558e5f2d52
function reopen_match(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 11f50b58a84bb2ee
function replace_api_key(uuid,uuid,timestamp with time zone): afara_owner (p_id uuid, p_successor uuid, p_expires_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 7378a321b6fdb2a0
function request_email_sign_in(uuid,text,inet,bytea,bytea,uuid,bytea,timestamp with time zone): afara_owner (p_id uuid, p_email text, p_address inet, p_token_hash bytea, p_browser_hash bytea, p_mail uuid, p_sealed bytea, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 5b8ed51c2fce8a59
function request_recovery(uuid,text,inet,uuid,bytea,uuid,bytea,timestamp with time zone): afara_owner (p_id uuid, p_email text, p_address inet, p_invitation uuid, p_token_hash bytea, p_mail uuid, p_sealed bytea, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body cf3a40a4340ada90
function require_active_operator(uuid): afara_owner (p_operator uuid) returns void plpgsql cost 100 grants [] body 6b69423926dcd024
function require_confirmed(uuid,uuid,uuid): afara_owner (p_change uuid, p_business uuid, p_by uuid) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body ac4645a7ebe18fcc
function require_confirmed_owners(uuid): afara_owner (p_business uuid) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 5bfcb37fcdf36cf2
function require_decided_loss(uuid): afara_owner (p_transaction uuid) returns void plpgsql cost 100 grants [] body 107ec78ded170c7c
function require_enrolled(uuid,mode,text,text): afara_owner (p_business uuid, p_mode mode, p_network text, p_address text) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 47be5f6874e6e924
function require_go_live_manager(uuid,uuid): afara_owner (p_member uuid, p_business uuid) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 64cdce44129a9adf
function require_key_manager(uuid,uuid): afara_owner (p_member uuid, p_business uuid) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 3c3a9b97672f0d66
function require_known_passkey(uuid,uuid,mode,bytea): afara_owner (p_member uuid, p_business uuid, p_mode mode, p_credential bytea) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 3e0add2f50082d12
function require_lane(uuid,bigint): afara_owner (p_lane uuid, p_fence bigint) returns lane plpgsql cost 100 grants [] body f7f429f46ace329d
function require_may_sign(uuid): afara_owner (p_person uuid) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body f47e16c2e2bc44ae
function require_mode_of_decision(case_file): afara_owner (p_file case_file) returns void plpgsql stable cost 100 grants [] body 5ea72691fe774874
function require_not_sent_before(uuid): afara_owner (p_transaction uuid) returns void plpgsql cost 100 grants [] body e0fced58b1f47097
function require_payment_passkey(uuid,bytea): afara_owner (p_member uuid, p_credential bytea) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 8dfc13dc539510b6
function require_payment_role(uuid,uuid,text[]): afara_owner (p_member uuid, p_business uuid, p_roles text[]) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 671d2a2c507560e5
function require_payouts(uuid,bigint): afara_owner (p_account uuid, p_fence bigint) returns payout_account plpgsql cost 100 grants [] body 6f723549fae5eff2
function require_standing(case_file): afara_owner (p_file case_file) returns void plpgsql cost 100 grants [] body e5203a7d2d5d8e57
function require_sweeper(mode,text,bigint): afara_owner (p_mode mode, p_network text, p_fence bigint) returns sweeper plpgsql cost 100 grants [] body d033acc93aa5422b
function require_taken(case_file): afara_owner (p_file case_file) returns numeric plpgsql cost 100 grants [] body f94e24027cb69140
function require_team_manager(uuid,uuid,uuid,text[]): afara_owner (p_change uuid, p_business uuid, p_by uuid, p_roles text[]) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body e3c90e817fa0f186
function require_two_administrators(): afara_owner () returns void plpgsql cost 100 grants [] body f826889de1c15e20
function require_unrevoked_key(uuid): afara_owner (p_key uuid) returns void plpgsql cost 100 grants [] body 5580842d00fa3b20
function require_wallet(transaction,timestamp with time zone): afara_owner (t transaction, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body ef490714cacb0fc6
function resend_webhooks(uuid,uuid,bigint,bigint,timestamp with time zone): afara_owner (p_endpoint uuid, p_event uuid, p_from bigint, p_to bigint, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 82bd37df6b9259b2
function reset_fund_look(): afara_owner () returns trigger plpgsql cost 100 grants [] body 07ed3988e3eb2f7e
function reset_line_search(uuid): afara_owner (p_account uuid) returns void sql cost 100 grants [] body 1b22f8ff54b38e95
function reset_sandbox(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns TABLE(cancelled integer, still_open json, ahead_seconds bigint) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body cfcf198c77faed01
function resume_business(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 7a362e017e293ae1
function resume_operator(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 6ac3d490b55d8e05
function resume_within_limits(transaction,timestamp with time zone): afara_owner (t transaction, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body 3031ef1e3e6cb7c3
function retry_payment_items(uuid,uuid,mode,uuid): afara_owner (p_order uuid, p_business uuid, p_mode mode, p_member uuid) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 300fe7e0a778b121
function return_account_of_page(text): afara_owner (p_token text) returns TABLE(state text, extra_minor numeric, bank_code text, bank_name text, ending text) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body a4c6f7dc4f0b3799
function return_by_record(uuid,numeric,timestamp with time zone): afara_owner (p_line uuid, p_amount numeric, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body 849e8ff3980664f9
function return_extra(uuid,uuid,timestamp with time zone): afara_owner (p_line uuid, p_case uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 4e6435fabe2d26e5
function return_held(case_file,text,timestamp with time zone): afara_owner (p_file case_file, p_event text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 30b0d88aff40b598
function return_held_by_record(transaction,jsonb,text,timestamp with time zone): afara_owner (t transaction, p_screening jsonb, p_reason text, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body 786bbda67d398a5a
function return_late_payment(uuid,integer,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_screening jsonb, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 6ad856b318da8a93
function return_reference(credit_return): afara_owner (p_return credit_return) returns text sql stable cost 100 grants [] body e77aae0d2162adc1
function return_sell(case_file,text,timestamp with time zone): afara_owner (p_file case_file, p_event text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body dbb2f3973da60040
function return_short_payment(uuid,integer,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_screening jsonb, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 6446b6afad8324c6
function return_to_balance(transaction,timestamp with time zone): afara_owner (t transaction, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body c62fb9d061740772
function return_to_pending(uuid,uuid,jsonb,text,timestamp with time zone): afara_owner (p_business uuid, p_by uuid, p_to_fix jsonb, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 005a43705d1262fe
function return_withdrawal(case_file,text,timestamp with time zone): afara_owner (p_file case_file, p_event text, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 5f065f859a8b3a5b
function returnable_sell(case_file): afara_owner (p_file case_file) returns transaction plpgsql cost 100 grants [] body d666fa47e9ac06b5
function returns_of_buy(uuid): afara_owner (p_transaction uuid) returns jsonb sql stable cost 100 grants [] body fdedcbbfc4d7376a
function reverse_entry(uuid,uuid,text,timestamp with time zone): afara_owner (p_id uuid, p_entry uuid, p_step text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body c62ae94547040ed5
function revoke_api_key(uuid,timestamp with time zone): afara_owner (p_id uuid, p_at timestamp with time zone) returns SETOF uuid plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body b0a74f018faac33c
function revoke_own_key(uuid,uuid,uuid,timestamp with time zone): afara_owner (p_member uuid, p_business uuid, p_key uuid, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body dcc2110b36f5a3b2
function role_in_team(uuid,uuid): afara_owner (p_member uuid, p_business uuid) returns text sql stable cost 100 search_path=afara, pg_temp grants [] body 7bfad7ec00928e06
function roles_that_pay(): afara_owner () returns text[] sql immutable cost 100 grants [] body 79af33ef2f695335
function roll_up_accounts(bigint,bigint): afara_owner (p_after_xid bigint, p_through_xid bigint) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_sealer=EXECUTE] body d4339bfbf170258d
function rotate_test_key(uuid,uuid,uuid,uuid,bytea,integer,interval,timestamp with time zone): afara_owner (p_member uuid, p_business uuid, p_old uuid, p_key uuid, p_hmac bytea, p_pepper_version integer, p_overlap interval, p_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body bb88e511674f3939
function rotate_webhook_secret(uuid,uuid,bytea,timestamp with time zone,uuid,timestamp with time zone): afara_owner (p_endpoint uuid, p_secret uuid, p_sealed bytea, p_expires_at timestamp with time zone, p_key uuid, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body f40ed83db8f78b64
function ruled_out_classes(text): afara_owner (p_setting text) returns bigint[] sql stable cost 100 grants [] body d7bd35e8534a3a60
function run_check(text,text,bigint,bigint,uuid,uuid[]): afara_owner (p_name text, p_goes_by text, p_after bigint, p_through bigint, p_pass uuid, p_transactions uuid[]) returns SETOF finding plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp plan_cache_mode=force_custom_plan jit=off enable_hashjoin=off enable_mergejoin=off enable_seqscan=off grants [afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 204c041cbfa301ca
function runway(numeric,numeric,numeric): afara_owner (p_ledger numeric, p_promised numeric, p_hour numeric) returns interval sql immutable cost 100 grants [] body 7ee0c0e1459d5f39
function same_again_after(text): afara_owner (p_vendor text) returns interval sql immutable parallel safe cost 100 grants [] body 848bd948efab7fc1
function same_again_at(payout_account,text,text,numeric,timestamp with time zone): afara_owner (a payout_account, p_bank_code text, p_number text, p_amount numeric, p_at timestamp with time zone) returns timestamp with time zone sql stable cost 100 enable_nestloop=on grants [] body 8f600b576c6a9bbe
function sandbox_business(): afara_owner () returns uuid plpgsql stable cost 100 grants [] body 01a2e6c565a548e9
function save_go_live(uuid,uuid,jsonb,timestamp with time zone): afara_owner (p_member uuid, p_business uuid, p_items jsonb, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 9150c803bbff0fb9
function schedule_wake(uuid,timestamp with time zone): afara_owner (id uuid, due_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body f66f0c1736093293
function screen_sell_again(uuid,integer,text,text,timestamp with time zone,jsonb,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_list_name text, p_list_version text, p_list_loaded_at timestamp with time zone, p_subjects jsonb, p_hits jsonb, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 19ae8090e300db2c
function sealed_through(): afara_owner () returns bigint sql stable cost 100 grants [afara_worker=EXECUTE] body d81d7d2a1df38c49
function seen_credit(uuid): afara_owner (p_transaction uuid) returns TABLE(kind text, amount_minor numeric, seen_at timestamp with time zone) plpgsql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 471af59eaeb519c4
function sees_house(): afara_owner () returns boolean sql stable cost 100 grants [afara_people=EXECUTE] body 55c0a72e1b527808
function sells_to_clear(json): afara_owner (p_items json) returns TABLE(ordinal integer, id uuid, mode mode, business_id uuid, bank_code text, account_number text, network text, held numeric, fee numeric, obstacles text[]) sql stable cost 100 rows 50 grants [] body a8bc56cd32c2b1f4
function send_back(transaction,case_file,text,numeric,timestamp with time zone): afara_owner (t transaction, p_file case_file, p_reference text, p_amount numeric, p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body 62c19fd8df922269
function sequence_events(integer): afara_owner (most integer) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_worker=EXECUTE] body adc9adea34d494c3
function service_level_figures(): afara_owner () returns TABLE(name text, labels jsonb, value double precision) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body ec7f3e02cdc5fcf0
function service_target(text): afara_owner (p_service text) returns interval sql immutable cost 100 grants [] body d06e3b808b6e7672
function session_is_doubtful(uuid): afara_owner (p_line uuid) returns boolean sql stable cost 100 grants [] body b154771f955eea68
function set_decided_feed(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body bcccd975b7bc92ac
function set_decided_rate(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 69fed1afd5f3d58b
function set_decided_terms(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body a96271a4d7f0346f
function set_decided_vendor_terms(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 4ce414a7e619bc56
function set_look(uuid,uuid,text,bytea,text[],timestamp with time zone): afara_owner (p_business uuid, p_by uuid, p_colour text, p_logo bytea, p_keeps text[], p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 57d19d8fe090c97c
function set_metadata(uuid,jsonb): afara_owner (p_transaction uuid, p_metadata jsonb) returns void plpgsql cost 100 grants [] body a317cc9fd77f1e52
function set_payee_restriction(uuid,mode,uuid,integer,boolean,text,bytea,bytea,bytea,bytea): afara_owner (p_business uuid, p_mode mode, p_member uuid, p_version integer, p_is_on boolean, p_text text, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body d27798f4f8e9e24b
function set_payment_limit(uuid,mode,uuid,integer,numeric,text,bytea,bytea,bytea,bytea): afara_owner (p_business uuid, p_mode mode, p_member uuid, p_version integer, p_limit numeric, p_text text, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 1899c05145b8b40d
function set_people_needed(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body e2b5aaf4c1fe1baf
function set_test_wallet(uuid,uuid,uuid,text,text,timestamp with time zone): afara_owner (p_change uuid, p_business uuid, p_by uuid, p_network text, p_address text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 51359a8dbfc5d6d5
function set_tolerance(uuid,uuid,uuid,mode,numeric,timestamp with time zone): afara_owner (p_change uuid, p_business uuid, p_by uuid, p_mode mode, p_tolerance numeric, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 6e35854c4302c4bc
function settle_batch(uuid,timestamp with time zone): afara_owner (p_batch uuid, p_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 64d65e52739620ca
function settle_debt(uuid,text,timestamp with time zone): afara_owner (p_line uuid, p_vendor text, p_at timestamp with time zone) returns boolean plpgsql cost 100 grants [] body 4d1add0861409b51
function settle_from_vendors(uuid,timestamp with time zone): afara_owner (p_account uuid, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 9c1ff4f776e52d6a
function settle_payment_order(uuid): afara_owner (p_order uuid) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 82e5a788754fa77b
function settle_recalled_refund(transaction,timestamp with time zone): afara_owner (t transaction, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body bf519ee336bdf0e9
function settle_refund(uuid,timestamp with time zone,integer): afara_owner (p_transaction uuid, p_at timestamp with time zone, p_short integer DEFAULT 0) returns void plpgsql cost 100 grants [] body 6803b8fccdc071fc
function settle_token_moves(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 940c099fcc21757a
function settle_wake(uuid,timestamp with time zone,timestamp with time zone): afara_owner (p_subject uuid, p_seen timestamp with time zone, p_due_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 9e8980dfb8318a30
function settle_webhook(uuid,timestamp with time zone,timestamp with time zone): afara_owner (p_endpoint uuid, p_seen timestamp with time zone, p_due_at timestamp with time zone) returns timestamp with time zone plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body b624b16e6c58dffa
function settle_withdrawal_order(uuid,text,text): afara_owner (p_order uuid, p_code text, p_message text) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 87710f4ef0287b2a
function short_payment_window(): afara_owner () returns interval sql immutable cost 100 grants [] body 5ac0013b4a35717b
function sign_off_day(mode,date,uuid,text,bytea,bytea,bytea,bytea,text,timestamp with time zone): afara_owner (p_mode mode, p_day date, p_operator uuid, p_text text, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea, p_note text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 9f913dfae654cf49
function sign_out_disabled(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body f9d98da055ee9bbf
function sign_out_passkey(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 92b6d541033a79e7
function sign_out_totp(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 2d9ff91676876a67
function sign_payment_order(uuid,uuid,mode,uuid,bytea,bytea,bytea,bytea): afara_owner (p_order uuid, p_business uuid, p_mode mode, p_member uuid, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body fc1252207fa83458
function sign_up(uuid,text,text,uuid,text,text,uuid,bytea,integer,timestamp with time zone): afara_owner (p_member uuid, p_email text, p_name text, p_business uuid, p_business_name text, p_link_tag text, p_key uuid, p_hmac bytea, p_pepper_version integer, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 1649aa671b76a7a7
function sign_wallet(uuid,uuid,mode,uuid,bytea,bytea,bytea,bytea): afara_owner (p_wallet uuid, p_business uuid, p_mode mode, p_member uuid, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 186ed8531c0e527f
function sign_withdrawal_order(uuid,uuid,mode,uuid,bytea,bytea,bytea,bytea): afara_owner (p_order uuid, p_business uuid, p_mode mode, p_member uuid, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 8aaa95b034b6a865
function slots_near(bank_line_reading): afara_owner (r bank_line_reading) returns SETOF bank_line_slot sql stable cost 100 rows 1000 grants [] body 138ac8c06fe35abc
function source_of(inet): afara_owner (p_address inet) returns cidr sql immutable cost 100 grants [] body 4c124752f8cbdd31
function spend_adopted_gas(lane,numeric,timestamp with time zone): afara_owner (l lane, p_gas numeric, p_at timestamp with time zone) returns uuid plpgsql cost 100 grants [] body a8cb688df246ade8
function stale_screening(uuid,timestamp with time zone): afara_owner (p_transaction uuid, p_at timestamp with time zone) returns TABLE(account_name text) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 5e4188b60babce1f
function standing_refusal(standing_decision,case_file,text,numeric,numeric,timestamp with time zone): afara_owner (s standing_decision, p_file case_file, p_action text, p_amount numeric, p_used numeric, p_at timestamp with time zone, OUT code text, OUT words text) returns record plpgsql stable cost 100 grants [] body 8808358c3d4267ac
function status_since(uuid,integer): afara_owner (p_transaction uuid, p_version integer) returns timestamp with time zone sql stable cost 100 grants [] body 1fa63c552dc330c8
function statuses_a_list_holds(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body faa34e4f38108787
function statuses_awaiting_deposit(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 57d12b4c04d4800b
function statuses_awaiting_payment(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body ffd1c9b340f6715e
function statuses_before_clearing(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body e83b4f2245632f99
function statuses_being_decided(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body ef75301526e22789
function statuses_cancellable(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 5221cbd33c89121e
function statuses_ended(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 0ccdfdc12653c58b
function statuses_lapsed(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 128fb6838c1e2275
function statuses_refund_owed(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body a1f05c8508d0cf6a
function statuses_taking_credits(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 7912ee63af7dba65
function statuses_taking_deposits(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body f7cda55b0278abab
function statuses_to_deliver(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 5078a9e7ddeafd9f
function statuses_to_pay_out(): afara_owner () returns text[] sql immutable parallel safe cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body 5eacd79097a6dde8
function stop_account(account_kind,text,asset,mode,text,timestamp with time zone): afara_owner (p_kind account_kind, p_owner text, p_asset asset, p_mode mode, p_reason text, p_at timestamp with time zone) returns text plpgsql cost 100 grants [] body c830ce29cd5414ff
function stop_delivery(uuid,case_kind,text,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_kind case_kind, p_summary text, p_facts jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 8c6076b09beb6b77
function stop_found(text,mode,jsonb,text,timestamp with time zone): afara_owner (p_scope text, p_mode mode, p_items jsonb, p_reason text, p_at timestamp with time zone) returns text plpgsql cost 100 grants [] body 2478fabeb240ddf3
function stop_lane(uuid,text,text,text,timestamp with time zone): afara_owner (p_lane uuid, p_to text, p_by text, p_reason text, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 156d9296d851257f
function stop_payout_account(uuid,text,text,text,timestamp with time zone): afara_owner (p_account uuid, p_to text, p_by text, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 84d344d4eebf29f1
function stop_payout_order(uuid,text,text,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_purpose text, p_summary text, p_facts jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 2d33824ab8bec299
function stop_scope(text,text,mode,text,timestamp with time zone): afara_owner (p_kind text, p_scope text, p_mode mode, p_reason text, p_at timestamp with time zone) returns text sql cost 100 grants [] body b7311bcf0d661f85
function store_api_key(uuid,uuid,mode,bytea,integer,text[],text[],text,integer,timestamp with time zone,bytea): afara_owner (p_id uuid, p_business uuid, p_mode mode, p_hmac bytea, p_pepper_version integer, p_scopes text[], p_networks text[], p_label text, p_requests_per_window integer, p_expires_at timestamp with time zone, p_public_key bytea DEFAULT NULL::bytea) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 1a19891a38899e3b
function store_signature(uuid,integer,integer,uuid,jsonb,timestamp with time zone): afara_owner (p_case uuid, p_version integer, p_sequence integer, p_operator uuid, p_signature jsonb, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 34af94fd0f0f7bf0
function store_signed(uuid,bigint,json,timestamp with time zone): afara_owner (p_lane uuid, p_fence bigint, p_signed json, p_at timestamp with time zone) returns TABLE(transfer_id uuid, attempt_id uuid, may_send boolean) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_worker=EXECUTE] body a35a1874f8ffd747
function stuck_transactions(bigint,timestamp with time zone): afara_owner (since_xid bigint, p_at timestamp with time zone) returns TABLE(id uuid, status text, expected_by timestamp with time zone) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 5a789bdea4c41f37
function subjects_of_account_number(mode,text,integer): afara_owner (p_mode mode, p_number text, p_most integer) returns TABLE(kind text, id uuid) plpgsql stable cost 100 rows 1000 grants [] body aeb60f265a26d256
function subjects_of_id(text,uuid): afara_owner (p_kind text, p_id uuid) returns TABLE(kind text, id uuid) plpgsql stable cost 100 rows 1000 grants [] body 306ec848b6d20c78
function subjects_of_name(mode,text,integer): afara_owner (p_mode mode, p_text text, p_most integer) returns TABLE(kind text, id uuid, is_exact boolean) plpgsql stable cost 100 rows 1000 grants [] body c36bc88e82f5d88d
function subjects_of_own_id(text,uuid): afara_owner (p_kind text, p_id uuid) returns TABLE(kind text, id uuid) plpgsql stable cost 100 rows 1000 grants [] body 12bc43b16f00104f
function subjects_of_person(text,uuid): afara_owner (p_kind text, p_id uuid) returns TABLE(kind text, id uuid) plpgsql stable cost 100 rows 1000 grants [] body bf3cdfd05860fb3b
function subjects_of_reference(mode,text,integer): afara_owner (p_mode mode, p_text text, p_most integer) returns TABLE(kind text, id uuid) plpgsql stable cost 100 rows 1000 grants [] body baecdf2efc0689fb
function subjects_on_chain(mode,text[],integer): afara_owner (p_mode mode, p_texts text[], p_most integer) returns TABLE(kind text, id uuid) plpgsql stable cost 100 rows 1000 grants [] body 08540ca29c7c18c8
function submit_go_live(uuid,uuid,timestamp with time zone): afara_owner (p_member uuid, p_business uuid, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 77f24e5a40c8c3a5
function succeed_payouts(payout_account,uuid[],timestamp with time zone): afara_owner (a payout_account, p_ids uuid[], p_at timestamp with time zone) returns void plpgsql cost 100 enable_seqscan=off enable_bitmapscan=off enable_nestloop=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [] body 06383822c8bcaa29
function suggestion_record(mode,case_kind,text): afara_owner (p_mode mode, p_kind case_kind, p_action text) returns TABLE(followed bigint, decided bigint) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 3c2c34a6115f0ebb
function sums_of_kind(account_kind,asset): afara_owner (p_kind account_kind, p_asset asset) returns TABLE(mode mode, owner text, minor numeric) sql stable cost 100 rows 1000 grants [afara_worker=EXECUTE] body be3987f442621bfc
function suspend_business(uuid,mode,uuid,text,timestamp with time zone): afara_owner (p_business uuid, p_mode mode, p_by uuid, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 1bec2c0e2d177c90
function suspend_operator(uuid,uuid,text,timestamp with time zone): afara_owner (p_operator uuid, p_by uuid, p_reason text, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 541a3aa4e421d0e2
function take_abandoned(delivery,adopted_lock,timestamp with time zone): afara_owner (d delivery, a adopted_lock, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body dcbba9cfe2ad036e
function take_adopted(lane,delivery,adopted_lock,timestamp with time zone): afara_owner (l lane, d delivery, a adopted_lock, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body decd6eede4ca6ad1
function take_adopted_locks(lane,timestamp with time zone): afara_owner (l lane, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 3c6430628133b10f
function take_back_credit(uuid,uuid,timestamp with time zone): afara_owner (p_debit uuid, p_credit uuid, p_at timestamp with time zone) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 9a8dff5ac8a8acf3
function take_back_problem(bank_line,bank_line): afara_owner (d bank_line, c bank_line) returns text plpgsql stable cost 100 grants [] body 3d244c77a9951a8d
function take_back_waiting(uuid,timestamp with time zone): afara_owner (p_account uuid, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body ac3a342780415765
function take_case(uuid,integer,uuid,text,timestamp with time zone): afara_owner (p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 3aefb31a22882f26
function take_daily_use(uuid,mode,timestamp with time zone,numeric,numeric): afara_owner (p_business uuid, p_mode mode, p_at timestamp with time zone, p_amount numeric, p_limit numeric) returns boolean plpgsql cost 100 grants [] body ca7c3b9b46f17718
function take_daily_use_of_buy(uuid): afara_owner (p_transaction uuid) returns boolean plpgsql cost 100 grants [] body 2cfbecd52e0075b4
function take_from_fund(case_file,numeric): afara_owner (p_file case_file, p_amount numeric) returns credit_fund plpgsql cost 100 grants [] body 448deb5b571200c3
function take_lane(uuid,text,timestamp with time zone,integer): afara_owner (p_lane uuid, p_holder text, p_at timestamp with time zone, p_lease_ms integer) returns bigint sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body f769f55c23f55db0
function take_name_enquiry(uuid,uuid,mode,uuid,text,text,boolean,integer,integer,timestamp with time zone): afara_owner (p_id uuid, p_business uuid, p_mode mode, p_key uuid, p_bank_code text, p_account_number text, p_has_name boolean, p_most_minute integer, p_most_day integer, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 6aed2634d770b301
function take_over_fund(case_file): afara_owner (p_file case_file) returns void plpgsql cost 100 grants [] body f1e58c6d3cdbbbb9
function take_payee_enquiries(uuid,uuid,mode,json,integer,integer,timestamp with time zone): afara_owner (p_member uuid, p_business uuid, p_mode mode, p_accounts json, p_most_hour integer, p_most_day integer, p_at timestamp with time zone) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 6665b1b7ca3fdf3c
function take_payouts(uuid,text,integer): afara_owner (p_account uuid, p_holder text, p_lease_ms integer) returns bigint sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 1216dbc4a251b5ff
function take_rate_turn(timestamp with time zone,integer): afara_owner (at timestamp with time zone, turn_ms integer) returns bigint sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body d1596b8e2bc8b0a8
function take_reconciling(text,integer): afara_owner (p_holder text, p_lease_ms integer) returns boolean plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_reconciler=EXECUTE] body 936e62f2dc3dec2e
function take_request_keys(json): afara_owner (p_requests json) returns uuid[] sql cost 100 grants [] body 3b74287a4c4170a3
function take_return_account(text,uuid,text,text,timestamp with time zone): afara_owner (p_token text, p_try uuid, p_bank_code text, p_account_number text, p_at timestamp with time zone) returns TABLE(outcome text, names text[], mode mode) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 99d4cf139ae52680
function take_sell_velocity(transaction,numeric,timestamp with time zone): afara_owner (t transaction, p_amount numeric, p_at timestamp with time zone) returns text[] sql cost 100 grants [] body 45d02f2b20c6f962
function take_sweeper(mode,text,text,text,integer): afara_owner (p_mode mode, p_network text, p_address text, p_holder text, p_lease_ms integer) returns bigint plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body bf6fc76133bd2122
function take_velocity(uuid,numeric,timestamp with time zone): afara_owner (p_transaction uuid, p_amount numeric, p_at timestamp with time zone) returns text[] plpgsql cost 100 grants [] body 5c0a3640783480bb
function taken_minor(uuid): afara_owner (p_case uuid) returns numeric sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 00d64024d43b4850
function tell_payee_restriction(uuid,mode,uuid,timestamp with time zone): afara_owner (p_business uuid, p_mode mode, p_by uuid, p_at timestamp with time zone) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 1fa6683fcb2ba97c
function tell_wallet_change(uuid,uuid,text,timestamp with time zone): afara_owner (p_wallet uuid, p_by uuid, p_action text, p_at timestamp with time zone) returns void plpgsql cost 100 search_path=afara, pg_temp grants [] body 7559bbc737fbae42
function tenant_business(): afara_owner () returns uuid sql stable cost 100 grants [afara_api=EXECUTE afara_people=EXECUTE afara_worker=EXECUTE] body e55e86b9d6f7eeee
function tenant_mode(): afara_owner () returns mode sql stable cost 100 grants [afara_api=EXECUTE afara_worker=EXECUTE] body 94e0582449a5fef0
function terms_of(numeric,numeric,text,bytea): afara_owner (amount_minor numeric, fee_minor numeric, reference text, meaning bytea) returns jsonb sql stable cost 100 grants [afara_worker=EXECUTE] body e9c8b5039c05fd99
function token_move_problem(treasury_move,timestamp with time zone): afara_owner (m treasury_move, p_at timestamp with time zone) returns text plpgsql stable cost 100 grants [] body 005419420bee94fc
function top_up_postings(jsonb): afara_owner (p_resolution jsonb) returns TABLE(debit_kind account_kind, debit_owner text, asset asset, amount numeric) sql stable cost 100 rows 1000 grants [afara_worker=EXECUTE] body 2f15070a07664ba0
function top_up_problem(uuid,numeric,numeric,timestamp with time zone): afara_owner (p_lane uuid, p_tokens numeric, p_gas numeric, p_at timestamp with time zone) returns text plpgsql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 3f7ed3fbaf886373
function top_up_room(lane): afara_owner (l lane, OUT tokens_minor numeric, OUT gas_units numeric) returns record plpgsql stable cost 100 grants [] body dd71aa218df97b90
function touch_api_key(uuid,timestamp with time zone): afara_owner (id uuid, at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body 17673c176ed787ed
function transaction_facts(uuid,boolean): afara_owner (p_transaction uuid, p_for_house boolean) returns json plpgsql stable cost 100 grants [afara_people=EXECUTE] body b2efdb1b354e4796
function transaction_has_lien(uuid): afara_owner (p_transaction uuid) returns boolean sql stable security definer cost 100 search_path=afara, pg_temp grants [] body 598c760a92b0dce8
function transactions_touched(bigint,bigint): afara_owner (p_since bigint, p_through bigint) returns SETOF uuid sql stable cost 100 rows 1000 grants [afara_reconciler=EXECUTE afara_worker=EXECUTE] body 2fca776db37c1075
function treasury_figures(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns TABLE(name text, labels jsonb, value double precision) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body a5fead8edf01053a
function trim_request_log(uuid[],timestamp with time zone): afara_owner (p_businesses uuid[], p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [afara_api=EXECUTE] body fce6911e229e87eb
function try_payout_again(transaction,timestamp with time zone): afara_owner (t transaction, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body c0f4e96d66127836
function unchecked_batch_rows(uuid,integer): afara_owner (p_batch uuid, p_most integer) returns SETOF batch_row sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_nestloop=off grants [afara_worker=EXECUTE] body 6551f26f14d4a818
function undo_answered_debit(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 33077408cdb3ea1d
function undo_charge(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body e3017a20f85046b7
function undo_hand_payment(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body d5bd0513ec2d0ee4
function undo_move_left(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body b1bfd4573e13d907
function undo_payout_write_off(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body 2e1efb248b6e9a3c
function undo_surplus(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body a189dc800038acdc
function undo_write_off(): afara_owner () returns trigger plpgsql cost 100 search_path=afara, pg_temp grants [] body a83b716fc08bd489
function unexplained_part(payout_line): afara_owner (l payout_line) returns numeric plpgsql stable cost 100 grants [] body a4a964ee78d553e5
function unnumbered_credits(transaction): afara_owner (t transaction) returns TABLE(line_id uuid, case_id uuid, payer_name text, payer_account_mask text, payer_bank_code text, payer_bank_name text) sql stable cost 100 rows 1000 grants [] body 0526520b4ef3e4eb
function unsettled_vendor(uuid): afara_owner (p_transaction uuid) returns text sql stable cost 100 grants [] body 77778d26cb1ec442
function velocity_over(uuid,numeric,timestamp with time zone): afara_owner (p_transaction uuid, p_amount numeric, p_at timestamp with time zone) returns text[] sql stable cost 100 grants [] body b2062ce390d9ffa6
function vendor_cap(mode,text): afara_owner (p_mode mode, p_vendor text) returns numeric sql stable security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 72cda439bf41b3ff
function wait_for_rest(transaction,timestamp with time zone): afara_owner (t transaction, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 92b5c696bfc3a2be
function waits_for_deposit(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body cb7215269038438d
function wake_for_settlement(vendor_debt,timestamp with time zone): afara_owner (p_debt vendor_debt, p_at timestamp with time zone) returns void sql cost 100 grants [] body c64e216142c1cc0e
function wake_held_by_limits(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body c458a759ec5f2373
function wake_new_account(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 5c6ffc85f61d2a35
function wake_now(text,uuid,timestamp with time zone): afara_owner (p_type text, p_subject uuid, p_at timestamp with time zone) returns void sql security definer cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE afara_reconciler=EXECUTE afara_worker=EXECUTE] body cdf719a394488a8a
function wake_payouts(text[]): afara_owner (p_references text[]) returns integer plpgsql security definer cost 100 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan grants [afara_api=EXECUTE] body 75127ba1759552b4
function wake_waiting(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 167e40dde947b38d
function wake_waiting_credits(uuid,bigint,timestamp with time zone): afara_owner (p_account uuid, p_since bigint, p_at timestamp with time zone) returns void plpgsql cost 100 enable_nestloop=off grants [] body 3af56e7df700b14f
function wake_waiting_payouts(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 49f5cbb2b196e3d6
function wallet_ready_at(uuid): afara_owner (p_wallet uuid) returns timestamp with time zone sql stable cost 100 search_path=afara, pg_temp grants [afara_people=EXECUTE] body 93a1fae563be5a8c
function wallet_stop(uuid,integer,text,numeric,jsonb,timestamp with time zone): afara_owner (p_transaction uuid, p_version integer, p_network text, p_tokens numeric, p_wallet jsonb, p_at timestamp with time zone) returns jsonb plpgsql stable cost 100 grants [] body 63004f417d208ef5
function wallet_wait(mode): afara_owner (p_mode mode) returns interval sql immutable cost 100 grants [afara_people=EXECUTE] body 7d3d021275aca70a
function want_account(): afara_owner () returns trigger plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body 948d3f2bde0fd82a
function wants_event(webhook_endpoint,told_event): afara_owner (w webhook_endpoint, p_event told_event) returns boolean sql stable cost 100 grants [] body b2d74bf71b65004b
function was_delivered(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body b0b09b14866826dc
function was_explained_as_paid(uuid): afara_owner (p_payout uuid) returns boolean sql stable cost 100 grants [afara_worker=EXECUTE] body feb386803c2e5424
function was_paid_out(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body f67befa7f20cc382
function was_sent_before(uuid): afara_owner (p_transaction uuid) returns boolean sql stable cost 100 grants [] body 9923b8017594f635
function watch_closely(mode,text,timestamp with time zone): afara_owner (p_mode mode, p_network text, p_at timestamp with time zone) returns void plpgsql security definer cost 100 search_path=afara, pg_temp grants [] body a32bec1f057f530d
function webhook_wants(text[],transaction_type,text): afara_owner (p_patterns text[], p_type transaction_type, p_status text) returns boolean sql stable cost 100 grants [] body 1e2cf3b686f6c6d2
function webhook_wants_batch(text[],text): afara_owner (p_patterns text[], p_event text) returns boolean sql immutable cost 100 grants [] body fe7d92a84dae182c
function webhook_wants_case(text[],text): afara_owner (p_patterns text[], p_event text) returns boolean sql immutable cost 100 grants [] body 407c6cd4cdee2d45
function withdraw_proposals(uuid,uuid,timestamp with time zone): afara_owner (p_operator uuid, p_by uuid, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 653330702171e3a9
function withdrawal_meaning(numeric,text,text): afara_owner (p_amount numeric, p_network text, p_address text) returns bytea sql immutable cost 100 grants [] body 2d3ba8e6068b3f7f
function word_heads(text[]): afara_owner (words text[]) returns text[] sql immutable cost 100 grants [] body 7ecd0510083245c1
function word_prefixes(text[]): afara_owner (p_words text[]) returns text[] sql immutable cost 100 grants [] body 745c221bf3c38ea7
function work_figures(timestamp with time zone): afara_owner (p_at timestamp with time zone) returns TABLE(name text, labels jsonb, value double precision) sql stable security definer cost 100 rows 1000 search_path=afara, pg_temp grants [afara_api=EXECUTE] body abe236d573ec5ff5
function work_webhook(uuid,timestamp with time zone,integer,integer): afara_owner (p_endpoint uuid, p_at timestamp with time zone, p_most_events integer, p_most_deliveries integer) returns jsonb sql security definer cost 100 search_path=afara, pg_temp grants [afara_worker=EXECUTE] body 3f631409240c09bd
function work_webhooks(uuid[],timestamp with time zone,integer,integer): afara_owner (p_endpoints uuid[], p_at timestamp with time zone, p_most_events integer, p_most_deliveries integer) returns TABLE(endpoint_id uuid, round jsonb) plpgsql security definer cost 100 rows 1000 search_path=afara, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off grants [afara_worker=EXECUTE] body 774f9e76c6f10282
function write_off_decided_debt(case_file,timestamp with time zone): afara_owner (p_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body 7fb0d1274925f510
function write_off_payout(case_file,timestamp with time zone): afara_owner (v_file case_file, p_at timestamp with time zone) returns void plpgsql cost 100 grants [] body eef7f8cc6ae381a6
function write_off_postings(jsonb): afara_owner (p_resolution jsonb) returns TABLE(debit_kind account_kind, debit_owner text, credit_kind account_kind, credit_owner text, asset asset, amount numeric) sql stable cost 100 rows 1000 grants [afara_worker=EXECUTE] body 79db20ec1d15f5a5
role afara_api: login inherit search_path=afara
role afara_owner: login inherit search_path=afara
role afara_payer: login inherit search_path=afara default_transaction_read_only=on jit=off
role afara_people: login inherit search_path=afara
role afara_reconciler: login inherit search_path=afara
role afara_sealer: login inherit search_path=afara
role afara_signer: login inherit search_path=afara default_transaction_read_only=on jit=off
role afara_worker: login inherit search_path=afara
rows decision: 39 rows 630bf5f84f89afdb
rows decision_policy: 2 rows d871636a47b19f2b
rows declared_posting: 239 rows 7fad10aa0af7cbdc
rows network: 4 rows bb66f03e53eb97ed
rows rate_turn: 1 rows cd77533d1c476561
rows reconciling: 1 rows e61d32fb18328873
rows sequencer: 1 rows dc2ddae972df9d6f
rows service_level: 6 rows 4006e844bfd995e1
rows service_level_cursor: 1 rows 4e190337ace11804
rows status_time: 45 rows 9cb20081d0fb72e5
rows transition: 111 rows f16a78340792ca8c
rows vendor_account_edge: 8 rows 69974d90507d3557
schema afara: afara_owner afara_api=USAGE afara_payer=USAGE afara_people=USAGE afara_reconciler=USAGE afara_sealer=USAGE afara_signer=USAGE afara_worker=USAGE
table account_book: afara_owner {fillfactor=50} rls forced grants [afara_worker=SELECT]
table account_book column 01 mode: mode not null storage p
table account_book column 02 kind: account_kind not null storage p
table account_book column 03 owner: text not null storage x
table account_book column 04 asset: asset not null storage p
table account_book column 05 in_minor: numeric(38,0) not null storage m
table account_book column 06 out_minor: numeric(38,0) not null storage m
table account_book constraint account_book_pkey: PRIMARY KEY (mode, kind, owner, asset)
table account_book index account_book_pkey: CREATE UNIQUE INDEX account_book_pkey ON afara.account_book USING btree (mode, kind, owner, asset)
table account_book policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table account_book policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table account_book policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table account_day: afara_owner {fillfactor=50} rls forced grants [afara_worker=SELECT]
table account_day column 01 mode: mode not null storage p
table account_day column 02 kind: account_kind not null storage p
table account_day column 03 owner: text not null storage x
table account_day column 04 asset: asset not null storage p
table account_day column 05 day: date not null storage p
table account_day column 06 in_minor: numeric(38,0) not null storage m
table account_day column 07 out_minor: numeric(38,0) not null storage m
table account_day constraint account_day_pkey: PRIMARY KEY (mode, day, kind, owner, asset)
table account_day index account_day_pkey: CREATE UNIQUE INDEX account_day_pkey ON afara.account_day USING btree (mode, day, kind, owner, asset)
table account_day policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table account_day policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table account_day policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table account_look: afara_owner {fillfactor=70} grants [afara_people=SELECT afara_worker=SELECT]
table account_look column 01 vendor_account_id: uuid not null storage p
table account_look column 02 active_at: timestamp with time zone not null storage p
table account_look column 03 poll_due_at: timestamp with time zone storage p
table account_look column 04 polled_at: timestamp with time zone storage p
table account_look column 05 poll_failures: integer not null storage p 0
table account_look column 06 poll_error: text storage x
table account_look constraint account_look_pkey: PRIMARY KEY (vendor_account_id)
table account_look constraint account_look_vendor_account_id_fkey: FOREIGN KEY (vendor_account_id) REFERENCES vendor_account(id)
table account_look index account_look_pkey: CREATE UNIQUE INDEX account_look_pkey ON afara.account_look USING btree (vendor_account_id)
table account_total: afara_owner grants [afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table account_total column 01 owner: text not null storage x
table account_total column 02 kind: account_kind not null storage p
table account_total column 03 asset: asset not null storage p
table account_total column 04 mode: mode not null storage p
table account_total column 05 debit_minor: numeric(38,0) not null storage m
table account_total column 06 credit_minor: numeric(38,0) not null storage m
table account_total constraint account_total_pkey: PRIMARY KEY (owner, kind, asset, mode)
table account_total index account_total_pkey: CREATE UNIQUE INDEX account_total_pkey ON afara.account_total USING btree (owner, kind, asset, mode)
table adopted_lock: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table adopted_lock column 01 lane_id: uuid not null storage p grants [afara_signer=SELECT]
table adopted_lock column 02 lock: numeric(38,0) not null storage m grants [afara_signer=SELECT]
table adopted_lock column 03 right_key: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table adopted_lock column 04 transfer_id: uuid not null storage p grants [afara_signer=SELECT]
table adopted_lock column 05 right_id: uuid not null storage p grants [afara_signer=SELECT]
table adopted_lock column 06 transaction_id: uuid not null storage p grants [afara_signer=SELECT]
table adopted_lock column 07 address: text not null storage x grants [afara_signer=SELECT]
table adopted_lock column 08 tokens_minor: nonnegative_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table adopted_lock column 09 attempts: jsonb not null storage x grants [afara_signer=SELECT]
table adopted_lock column 10 credits: jsonb not null storage x grants [afara_signer=SELECT]
table adopted_lock column 11 case_id: uuid not null storage p
table adopted_lock column 12 state: text not null storage x 'proposed'::text grants [afara_payer=SELECT afara_signer=SELECT]
table adopted_lock column 13 end_state: text storage x
table adopted_lock column 14 evidence: jsonb storage x
table adopted_lock column 15 gas_units: numeric(78,0) storage m
table adopted_lock column 16 entry_id: uuid storage p
table adopted_lock column 17 gas_entry_id: uuid storage p
table adopted_lock column 18 proposed_at: timestamp with time zone not null storage p
table adopted_lock column 19 adopted_at: timestamp with time zone storage p grants [afara_signer=SELECT]
table adopted_lock column 20 taken_at: timestamp with time zone storage p
table adopted_lock column 21 written_off_at: timestamp with time zone storage p grants [afara_payer=SELECT]
table adopted_lock column 22 write_off_entry_id: uuid storage p
table adopted_lock constraint adopted_lock_attempts_check: CHECK ((jsonb_typeof(attempts) = 'array'::text))
table adopted_lock constraint adopted_lock_check: CHECK (((state = 'proposed'::text) = (adopted_at IS NULL)))
table adopted_lock constraint adopted_lock_check1: CHECK (((state = 'taken'::text) = (taken_at IS NOT NULL)))
table adopted_lock constraint adopted_lock_check2: CHECK (((state <> 'void'::text) OR (end_state = ANY (ARRAY['final_failed'::text, 'final_void'::text]))))
table adopted_lock constraint adopted_lock_check3: CHECK (((state <> 'waiting'::text) OR (end_state IS NULL) OR (end_state = 'final_ok'::text)))
table adopted_lock constraint adopted_lock_check4: CHECK ((num_nulls(written_off_at, write_off_entry_id) = ANY (ARRAY[0, 2])))
table adopted_lock constraint adopted_lock_check5: CHECK (((written_off_at IS NULL) OR (end_state = 'final_ok'::text)))
table adopted_lock constraint adopted_lock_end_state_check: CHECK ((end_state = ANY (ARRAY['final_ok'::text, 'final_failed'::text, 'final_void'::text])))
table adopted_lock constraint adopted_lock_gas_units_check: CHECK ((gas_units >= (0)::numeric))
table adopted_lock constraint adopted_lock_lane_id_fkey: FOREIGN KEY (lane_id) REFERENCES lane(id)
table adopted_lock constraint adopted_lock_lock_check: CHECK ((lock >= (0)::numeric))
table adopted_lock constraint adopted_lock_pkey: PRIMARY KEY (lane_id, lock)
table adopted_lock constraint adopted_lock_right_key_check: CHECK ((right_key ~~ '%/%/%/%/%'::text))
table adopted_lock constraint adopted_lock_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'waiting'::text, 'void'::text, 'taken'::text])))
table adopted_lock constraint adopted_lock_transfer_id_key: UNIQUE (transfer_id)
table adopted_lock index adopted_lock_alive: CREATE UNIQUE INDEX adopted_lock_alive ON afara.adopted_lock USING btree (right_key) WHERE ((state = 'waiting'::text) AND ((tokens_minor)::numeric > (0)::numeric))
table adopted_lock index adopted_lock_business: CREATE INDEX adopted_lock_business ON afara.adopted_lock USING btree (split_part(right_key, '/'::text, 1)) WHERE (state = 'waiting'::text)
table adopted_lock index adopted_lock_entry: CREATE INDEX adopted_lock_entry ON afara.adopted_lock USING btree (entry_id) WHERE (entry_id IS NOT NULL)
table adopted_lock index adopted_lock_free: CREATE INDEX adopted_lock_free ON afara.adopted_lock USING btree (right_key) WHERE (state = ANY (ARRAY['waiting'::text, 'void'::text]))
table adopted_lock index adopted_lock_gas_entry: CREATE INDEX adopted_lock_gas_entry ON afara.adopted_lock USING btree (gas_entry_id) WHERE (gas_entry_id IS NOT NULL)
table adopted_lock index adopted_lock_open: CREATE INDEX adopted_lock_open ON afara.adopted_lock USING btree (lane_id) WHERE ((state = 'waiting'::text) AND (end_state IS NULL))
table adopted_lock index adopted_lock_pkey: CREATE UNIQUE INDEX adopted_lock_pkey ON afara.adopted_lock USING btree (lane_id, lock)
table adopted_lock index adopted_lock_transfer_id_key: CREATE UNIQUE INDEX adopted_lock_transfer_id_key ON afara.adopted_lock USING btree (transfer_id)
table adopted_lock policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table adopted_lock policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table adopted_lock policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table adopted_lock policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table adopted_lock policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table adopted_lock trigger adopted_lock_comes_back: CREATE TRIGGER adopted_lock_comes_back AFTER UPDATE OF state ON afara.adopted_lock FOR EACH ROW WHEN (((old.state = 'waiting'::text) AND (new.state = 'taken'::text) AND (old.write_off_entry_id IS NOT NULL))) EXECUTE FUNCTION undo_write_off() O
table adopted_lock trigger adopted_lock_guard: CREATE TRIGGER adopted_lock_guard BEFORE UPDATE ON afara.adopted_lock FOR EACH ROW EXECUTE FUNCTION guard_adopted() O
table adopted_lock trigger adopted_lock_stays: CREATE TRIGGER adopted_lock_stays BEFORE DELETE ON afara.adopted_lock FOR EACH ROW EXECUTE FUNCTION keep_adopted() O
table adopted_lock trigger adopted_lock_whole: CREATE TRIGGER adopted_lock_whole BEFORE TRUNCATE ON afara.adopted_lock FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table allocation: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table allocation column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table allocation column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table allocation column 03 line_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table allocation column 04 transaction_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table allocation column 05 business_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table allocation column 06 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table allocation column 07 evidence: allocation_evidence not null storage p
table allocation column 08 ground: allocation_ground not null storage p
table allocation column 09 decided_by: decider not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table allocation column 10 at: timestamp with time zone not null storage p
table allocation column 11 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table allocation constraint allocation_pkey: PRIMARY KEY (id)
table allocation index allocation_of_line: CREATE INDEX allocation_of_line ON afara.allocation USING btree (line_id)
table allocation index allocation_of_transaction: CREATE INDEX allocation_of_transaction ON afara.allocation USING btree (transaction_id)
table allocation index allocation_pkey: CREATE UNIQUE INDEX allocation_pkey ON afara.allocation USING btree (id)
table allocation index allocation_xid: CREATE INDEX allocation_xid ON afara.allocation USING btree (xid)
table allocation policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table allocation policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table allocation policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table allocation policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table allocation policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table allocation trigger allocation_is_history: CREATE TRIGGER allocation_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.allocation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table allocation_end: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table allocation_end column 01 allocation_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table allocation_end column 02 line_id: uuid not null storage p
table allocation_end column 03 entry_id: uuid not null storage p
table allocation_end column 04 at: timestamp with time zone not null storage p
table allocation_end column 05 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table allocation_end constraint allocation_end_allocation_id_fkey: FOREIGN KEY (allocation_id) REFERENCES allocation(id)
table allocation_end constraint allocation_end_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table allocation_end constraint allocation_end_pkey: PRIMARY KEY (allocation_id)
table allocation_end index allocation_end_entry: CREATE INDEX allocation_end_entry ON afara.allocation_end USING btree (entry_id)
table allocation_end index allocation_end_of_line: CREATE INDEX allocation_end_of_line ON afara.allocation_end USING btree (line_id)
table allocation_end index allocation_end_pkey: CREATE UNIQUE INDEX allocation_end_pkey ON afara.allocation_end USING btree (allocation_id)
table allocation_end trigger allocation_end_ends_buy: CREATE TRIGGER allocation_end_ends_buy AFTER INSERT ON afara.allocation_end FOR EACH ROW EXECUTE FUNCTION end_recalled_buy() O
table allocation_end trigger allocation_end_in_flight: CREATE TRIGGER allocation_end_in_flight BEFORE INSERT ON afara.allocation_end FOR EACH ROW EXECUTE FUNCTION refuse_end_in_flight() O
table allocation_end trigger allocation_end_is_history: CREATE TRIGGER allocation_end_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.allocation_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table api_key: afara_owner rls forced grants [afara_worker=SELECT]
table api_key column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_people=SELECT afara_signer=SELECT]
table api_key column 02 business_id: uuid not null storage p grants [afara_people=SELECT]
table api_key column 03 mode: mode not null storage p grants [afara_people=SELECT]
table api_key column 04 hmac: bytea not null storage x
table api_key column 05 pepper_version: integer not null storage p
table api_key column 06 scopes: text[] not null storage x grants [afara_people=SELECT]
table api_key column 07 ip_list: cidr[] not null storage x '{}'::cidr[] grants [afara_people=SELECT]
table api_key column 08 label: text not null storage x ''::text grants [afara_people=SELECT]
table api_key column 09 created_at: timestamp with time zone not null storage p now() grants [afara_people=SELECT]
table api_key column 10 last_used_at: timestamp with time zone storage p grants [afara_people=SELECT,UPDATE]
table api_key column 11 expires_at: timestamp with time zone storage p grants [afara_people=SELECT]
table api_key column 12 revoked_at: timestamp with time zone storage p grants [afara_payer=SELECT afara_people=SELECT afara_signer=SELECT]
table api_key column 13 requests_per_window: integer not null storage p 1000 grants [afara_people=SELECT]
table api_key column 14 issued_until: timestamp with time zone storage p grants [afara_people=SELECT]
table api_key column 15 replaced_by: uuid storage p grants [afara_people=SELECT]
table api_key column 16 decided_by: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table api_key column 17 predates_decisions: boolean not null storage p false
table api_key constraint api_key_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table api_key constraint api_key_check: CHECK ((replaced_by <> id))
table api_key constraint api_key_decided_by_fkey: FOREIGN KEY (decided_by) REFERENCES case_file(id)
table api_key constraint api_key_decided_by_key: UNIQUE (decided_by)
table api_key constraint api_key_ends_as_issued: CHECK (((issued_until IS NULL) OR COALESCE((expires_at <= issued_until), false)))
table api_key constraint api_key_hmac_check: CHECK ((octet_length(hmac) = 32))
table api_key constraint api_key_hmac_key: UNIQUE (hmac)
table api_key constraint api_key_ip_list_check: CHECK ((array_position(ip_list, NULL::cidr) IS NULL))
table api_key constraint api_key_label_check: CHECK ((length(label) <= 100))
table api_key constraint api_key_live_decided: CHECK (((mode = 'test'::mode) OR (decided_by IS NOT NULL) OR predates_decisions))
table api_key constraint api_key_pepper_version_check: CHECK ((pepper_version >= 1))
table api_key constraint api_key_pkey: PRIMARY KEY (id)
table api_key constraint api_key_replaced_by_fkey: FOREIGN KEY (replaced_by) REFERENCES api_key(id)
table api_key constraint api_key_requests_per_window_check: CHECK (((requests_per_window >= 1) AND (requests_per_window <= 10000000)))
table api_key constraint api_key_scopes_check: CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'buy'::text, 'sell'::text, 'payouts'::text, 'webhooks'::text])))
table api_key index api_key_decided_by_key: CREATE UNIQUE INDEX api_key_decided_by_key ON afara.api_key USING btree (decided_by)
table api_key index api_key_hmac_key: CREATE UNIQUE INDEX api_key_hmac_key ON afara.api_key USING btree (hmac)
table api_key index api_key_of_business: CREATE INDEX api_key_of_business ON afara.api_key USING btree (business_id, mode)
table api_key index api_key_pkey: CREATE UNIQUE INDEX api_key_pkey ON afara.api_key USING btree (id)
table api_key policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table api_key policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table api_key policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table api_key policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table api_key policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table api_key policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table api_key trigger api_key_expiry_guard: CREATE TRIGGER api_key_expiry_guard BEFORE UPDATE OF expires_at, issued_until ON afara.api_key FOR EACH ROW EXECUTE FUNCTION guard_key_expiry() O
table api_key trigger api_key_live_guard: CREATE TRIGGER api_key_live_guard BEFORE INSERT ON afara.api_key FOR EACH ROW EXECUTE FUNCTION guard_live_key() O
table audit: afara_owner grants [afara_people=INSERT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table audit column 01 id: uuid not null storage p
table audit column 02 at: timestamp with time zone not null storage p now()
table audit column 03 actor: text not null storage x
table audit column 04 approved_by: text storage x
table audit column 05 action: text not null storage x
table audit column 06 subject: text not null storage x
table audit column 07 reason: text not null storage x
table audit column 08 details: jsonb not null storage x '{}'::jsonb
table audit column 09 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table audit constraint audit_action_check: CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text))
table audit constraint audit_actor_check: CHECK ((actor ~ '^([0-9a-f-]{36}|system:[a-z0-9-]+)$'::text))
table audit constraint audit_check: CHECK (((approved_by ~ '^[0-9a-f-]{36}$'::text) AND (approved_by <> actor)))
table audit constraint audit_pkey: PRIMARY KEY (id)
table audit constraint audit_reason_check: CHECK ((btrim(reason) <> ''::text))
table audit constraint audit_subject_check: CHECK ((subject <> ''::text))
table audit index audit_at: CREATE INDEX audit_at ON afara.audit USING btree (at, id)
table audit index audit_of_subject: CREATE INDEX audit_of_subject ON afara.audit USING btree (subject, at)
table audit index audit_pkey: CREATE UNIQUE INDEX audit_pkey ON afara.audit USING btree (id)
table audit index audit_xid: CREATE INDEX audit_xid ON afara.audit USING btree (xid)
table audit trigger audit_is_history: CREATE TRIGGER audit_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table balance: afara_owner {fillfactor=50} rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table balance column 01 owner: text not null storage x
table balance column 02 kind: account_kind not null storage p
table balance column 03 asset: asset not null storage p
table balance column 04 mode: mode not null storage p
table balance column 05 amount_minor: nonnegative_minor not null storage m
table balance constraint balance_pkey: PRIMARY KEY (owner, kind, asset, mode)
table balance index balance_pkey: CREATE UNIQUE INDEX balance_pkey ON afara.balance USING btree (owner, kind, asset, mode)
table balance policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table balance policy own_balance: PERMISSIVE {afara_api} SELECT using ((kind = 'business'::account_kind) AND (owner = (tenant_business())::text) AND (mode = tenant_mode()))
table balance policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table balance policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table bank_line: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table bank_line column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 03 vendor_account_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 04 direction: line_direction not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 05 kind: line_kind not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 06 gross_minor: positive_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 07 settled_minor: nonnegative_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 08 booked_at: timestamp with time zone not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 09 value_date: date not null storage p
table bank_line column 10 session_id: filled_text storage x grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line column 11 narration: text not null storage x
table bank_line column 12 undoes: uuid storage p
table bank_line column 13 seen_at: timestamp with time zone not null storage p
table bank_line column 14 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table bank_line constraint bank_line_check: CHECK (((settled_minor)::numeric <= (gross_minor)::numeric))
table bank_line constraint bank_line_pkey: PRIMARY KEY (id)
table bank_line constraint bank_line_undoes_fkey: FOREIGN KEY (undoes) REFERENCES bank_line(id)
table bank_line constraint bank_line_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table bank_line index bank_line_by_gross: CREATE INDEX bank_line_by_gross ON afara.bank_line USING btree (vendor_account_id, gross_minor, value_date) WHERE ((gross_minor)::numeric <> (settled_minor)::numeric)
table bank_line index bank_line_by_settled: CREATE INDEX bank_line_by_settled ON afara.bank_line USING btree (vendor_account_id, settled_minor, value_date)
table bank_line index bank_line_pkey: CREATE UNIQUE INDEX bank_line_pkey ON afara.bank_line USING btree (id)
table bank_line index bank_line_undoes: CREATE INDEX bank_line_undoes ON afara.bank_line USING btree (undoes) WHERE (undoes IS NOT NULL)
table bank_line index bank_line_xid: CREATE INDEX bank_line_xid ON afara.bank_line USING btree (xid)
table bank_line trigger bank_line_is_history: CREATE TRIGGER bank_line_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.bank_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table bank_line_assignment: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table bank_line_assignment column 01 reading_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_assignment column 02 line_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_assignment column 03 source: source_name not null storage x
table bank_line_assignment column 04 contradicts_payer: boolean not null storage p
table bank_line_assignment column 05 class: bigint not null storage p
table bank_line_assignment constraint bank_line_assignment_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table bank_line_assignment constraint bank_line_assignment_line_id_source_key: UNIQUE (line_id, source)
table bank_line_assignment constraint bank_line_assignment_pkey: PRIMARY KEY (reading_id)
table bank_line_assignment constraint bank_line_assignment_reading_id_fkey: FOREIGN KEY (reading_id) REFERENCES bank_line_reading(id)
table bank_line_assignment index bank_line_assignment_line_id_source_key: CREATE UNIQUE INDEX bank_line_assignment_line_id_source_key ON afara.bank_line_assignment USING btree (line_id, source)
table bank_line_assignment index bank_line_assignment_pkey: CREATE UNIQUE INDEX bank_line_assignment_pkey ON afara.bank_line_assignment USING btree (reading_id)
table bank_line_fee: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table bank_line_fee column 01 line_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_fee column 02 fee_minor: positive_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_fee column 03 source: source_name not null storage x
table bank_line_fee column 04 entry_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_fee column 05 seen_at: timestamp with time zone not null storage p
table bank_line_fee column 06 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table bank_line_fee constraint bank_line_fee_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table bank_line_fee constraint bank_line_fee_pkey: PRIMARY KEY (line_id)
table bank_line_fee index bank_line_fee_entry: CREATE INDEX bank_line_fee_entry ON afara.bank_line_fee USING btree (entry_id)
table bank_line_fee index bank_line_fee_pkey: CREATE UNIQUE INDEX bank_line_fee_pkey ON afara.bank_line_fee USING btree (line_id)
table bank_line_fee trigger bank_line_fee_is_history: CREATE TRIGGER bank_line_fee_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.bank_line_fee FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table bank_line_key: afara_owner grants [afara_worker=SELECT]
table bank_line_key column 01 vendor_account_id: uuid not null storage p
table bank_line_key column 02 amount_minor: numeric not null storage m
table bank_line_key column 03 key: text not null storage x
table bank_line_key column 04 source: source_name not null storage x
table bank_line_key column 05 booked_day: date not null storage p
table bank_line_key column 06 line_id: uuid not null storage p
table bank_line_key constraint bank_line_key_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table bank_line_key constraint bank_line_key_pkey: PRIMARY KEY (vendor_account_id, amount_minor, key, source, booked_day, line_id)
table bank_line_key index bank_line_key_pkey: CREATE UNIQUE INDEX bank_line_key_pkey ON afara.bank_line_key USING btree (vendor_account_id, amount_minor, key, source, booked_day, line_id)
table bank_line_known_payer column 01 line_id: uuid storage p
table bank_line_known_payer column 02 payer_account_number: account_number storage x
table bank_line_known_payer column 03 payer_account_mask: account_mask storage x
table bank_line_known_payer column 04 payer_name: filled_text storage x
table bank_line_known_payer column 05 payer_words: jsonb storage x
table bank_line_known_payer column 06 payer_bank_code: filled_text storage x
table bank_line_known_payer column 07 payer_bank_name: filled_text storage x
table bank_line_move: afara_owner grants [afara_worker=SELECT]
table bank_line_move column 01 reading_id: uuid not null storage p
table bank_line_move column 02 from_line_id: uuid not null storage p
table bank_line_move column 03 to_line_id: uuid not null storage p
table bank_line_move column 04 at: timestamp with time zone not null storage p
table bank_line_move column 05 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table bank_line_move constraint bank_line_move_from_line_id_fkey: FOREIGN KEY (from_line_id) REFERENCES bank_line(id)
table bank_line_move constraint bank_line_move_reading_id_fkey: FOREIGN KEY (reading_id) REFERENCES bank_line_reading(id)
table bank_line_move constraint bank_line_move_to_line_id_fkey: FOREIGN KEY (to_line_id) REFERENCES bank_line(id)
table bank_line_move index bank_line_move_of_reading: CREATE INDEX bank_line_move_of_reading ON afara.bank_line_move USING btree (reading_id)
table bank_line_move trigger bank_line_move_is_history: CREATE TRIGGER bank_line_move_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.bank_line_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table bank_line_number: afara_owner grants [afara_worker=SELECT]
table bank_line_number column 01 vendor_account_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_number column 02 source: source_name not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_number column 03 external_id: filled_text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_number column 04 number: account_number not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_number constraint bank_line_number_pkey: PRIMARY KEY (vendor_account_id, source, external_id)
table bank_line_number index bank_line_number_by_number: CREATE INDEX bank_line_number_by_number ON afara.bank_line_number USING btree (number)
table bank_line_number index bank_line_number_pkey: CREATE UNIQUE INDEX bank_line_number_pkey ON afara.bank_line_number USING btree (vendor_account_id, source, external_id)
table bank_line_number trigger bank_line_number_is_history: CREATE TRIGGER bank_line_number_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.bank_line_number FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table bank_line_payer: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table bank_line_payer column 01 reading_id: uuid not null storage p grants [afara_payer=SELECT]
table bank_line_payer column 02 seen_at: timestamp with time zone not null storage p
table bank_line_payer column 03 payer_account_number: account_number storage x grants [afara_payer=SELECT]
table bank_line_payer column 04 payer_account_mask: account_mask storage x grants [afara_payer=SELECT]
table bank_line_payer column 05 payer_name: filled_text storage x grants [afara_payer=SELECT]
table bank_line_payer column 06 payer_words: text[] not null storage x
table bank_line_payer column 07 payer_bank_code: filled_text storage x grants [afara_payer=SELECT]
table bank_line_payer column 08 payer_bank_name: filled_text storage x
table bank_line_payer column 09 raw: jsonb not null storage x
table bank_line_payer column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table bank_line_payer constraint bank_line_payer_reading_id_fkey: FOREIGN KEY (reading_id) REFERENCES bank_line_reading(id)
table bank_line_payer index bank_line_payer_by_name: CREATE INDEX bank_line_payer_by_name ON afara.bank_line_payer USING gin (to_tsvector('simple'::regconfig, (payer_name)::text)) WITH (gin_pending_list_limit='256') WHERE (payer_name IS NOT NULL)
table bank_line_payer index bank_line_payer_by_number: CREATE INDEX bank_line_payer_by_number ON afara.bank_line_payer USING btree (payer_account_number, reading_id) WHERE (payer_account_number IS NOT NULL)
table bank_line_payer index bank_line_payer_of_reading: CREATE INDEX bank_line_payer_of_reading ON afara.bank_line_payer USING btree (reading_id)
table bank_line_payer trigger bank_line_payer_is_history: CREATE TRIGGER bank_line_payer_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.bank_line_payer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table bank_line_quarantine: afara_owner grants [afara_worker=SELECT]
table bank_line_quarantine column 01 id: uuid not null storage p
table bank_line_quarantine column 02 vendor_account_id: uuid not null storage p
table bank_line_quarantine column 03 source: source_name not null storage x
table bank_line_quarantine column 04 external_id: filled_text not null storage x
table bank_line_quarantine column 05 reason: filled_text not null storage x
table bank_line_quarantine column 06 line_id: uuid storage p
table bank_line_quarantine column 07 case_id: uuid not null storage p
table bank_line_quarantine column 08 raw: jsonb not null storage x
table bank_line_quarantine column 09 times: integer not null storage p 1
table bank_line_quarantine column 10 first_seen_at: timestamp with time zone not null storage p
table bank_line_quarantine column 11 last_seen_at: timestamp with time zone not null storage p
table bank_line_quarantine constraint bank_line_quarantine_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table bank_line_quarantine constraint bank_line_quarantine_pkey: PRIMARY KEY (id)
table bank_line_quarantine constraint bank_line_quarantine_times_check: CHECK ((times >= 1))
table bank_line_quarantine constraint bank_line_quarantine_vendor_account_id_fkey: FOREIGN KEY (vendor_account_id) REFERENCES vendor_account(id)
table bank_line_quarantine constraint bank_line_quarantine_vendor_account_id_source_external_id_r_key: UNIQUE (vendor_account_id, source, external_id, reason)
table bank_line_quarantine index bank_line_quarantine_of_line: CREATE INDEX bank_line_quarantine_of_line ON afara.bank_line_quarantine USING btree (line_id) WHERE (line_id IS NOT NULL)
table bank_line_quarantine index bank_line_quarantine_pkey: CREATE UNIQUE INDEX bank_line_quarantine_pkey ON afara.bank_line_quarantine USING btree (id)
table bank_line_quarantine index bank_line_quarantine_vendor_account_id_source_external_id_r_key: CREATE UNIQUE INDEX bank_line_quarantine_vendor_account_id_source_external_id_r_key ON afara.bank_line_quarantine USING btree (vendor_account_id, source, external_id, reason)
table bank_line_reading: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table bank_line_reading column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_reading column 02 vendor_account_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_reading column 03 source: source_name not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_reading column 04 external_id: filled_text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_reading column 05 direction: line_direction not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_reading column 06 kind: line_kind not null storage p
table bank_line_reading column 07 gross_minor: positive_minor not null storage m
table bank_line_reading column 08 settled_minor: nonnegative_minor not null storage m
table bank_line_reading column 09 booked_at: timestamp with time zone not null storage p
table bank_line_reading column 10 value_date: date not null storage p
table bank_line_reading column 11 session_id: filled_text storage x grants [afara_payer=SELECT afara_signer=SELECT]
table bank_line_reading column 12 payer_account_number: account_number storage x grants [afara_payer=SELECT]
table bank_line_reading column 13 payer_account_mask: account_mask storage x grants [afara_payer=SELECT]
table bank_line_reading column 14 payer_name: filled_text storage x grants [afara_payer=SELECT]
table bank_line_reading column 15 payer_words: text[] not null storage x
table bank_line_reading column 16 payer_bank_code: filled_text storage x grants [afara_payer=SELECT]
table bank_line_reading column 17 payer_bank_name: filled_text storage x
table bank_line_reading column 18 narration: text not null storage x
table bank_line_reading column 19 undoes_external_id: filled_text storage x
table bank_line_reading column 20 seen_at: timestamp with time zone not null storage p
table bank_line_reading column 21 raw: jsonb not null storage x
table bank_line_reading column 22 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table bank_line_reading constraint bank_line_reading_pkey: PRIMARY KEY (id)
table bank_line_reading constraint bank_line_reading_vendor_account_id_source_external_id_key: UNIQUE (vendor_account_id, source, external_id)
table bank_line_reading index bank_line_reading_by_name: CREATE INDEX bank_line_reading_by_name ON afara.bank_line_reading USING gin (to_tsvector('simple'::regconfig, (payer_name)::text)) WITH (gin_pending_list_limit='256') WHERE (payer_name IS NOT NULL)
table bank_line_reading index bank_line_reading_by_number: CREATE INDEX bank_line_reading_by_number ON afara.bank_line_reading USING btree (payer_account_number, id) WHERE (payer_account_number IS NOT NULL)
table bank_line_reading index bank_line_reading_pkey: CREATE UNIQUE INDEX bank_line_reading_pkey ON afara.bank_line_reading USING btree (id)
table bank_line_reading index bank_line_reading_session: CREATE INDEX bank_line_reading_session ON afara.bank_line_reading USING btree (session_id) WHERE (session_id IS NOT NULL)
table bank_line_reading index bank_line_reading_vendor_account_id_source_external_id_key: CREATE UNIQUE INDEX bank_line_reading_vendor_account_id_source_external_id_key ON afara.bank_line_reading USING btree (vendor_account_id, source, external_id)
table bank_line_reading index bank_line_reading_xid: CREATE INDEX bank_line_reading_xid ON afara.bank_line_reading USING btree (xid)
table bank_line_reading trigger bank_line_reading_is_history: CREATE TRIGGER bank_line_reading_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.bank_line_reading FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table bank_line_sighting column 01 id: uuid storage p
table bank_line_sighting column 02 vendor_account_id: uuid storage p
table bank_line_sighting column 03 source: source_name storage x
table bank_line_sighting column 04 external_id: filled_text storage x
table bank_line_sighting column 05 direction: line_direction storage p
table bank_line_sighting column 06 kind: line_kind storage p
table bank_line_sighting column 07 gross_minor: positive_minor storage m
table bank_line_sighting column 08 settled_minor: nonnegative_minor storage m
table bank_line_sighting column 09 booked_at: timestamp with time zone storage p
table bank_line_sighting column 10 value_date: date storage p
table bank_line_sighting column 11 session_id: filled_text storage x
table bank_line_sighting column 12 payer_account_number: account_number storage x
table bank_line_sighting column 13 payer_account_mask: account_mask storage x
table bank_line_sighting column 14 payer_name: filled_text storage x
table bank_line_sighting column 15 payer_words: text[] storage x
table bank_line_sighting column 16 payer_bank_code: filled_text storage x
table bank_line_sighting column 17 payer_bank_name: filled_text storage x
table bank_line_sighting column 18 narration: text storage x
table bank_line_sighting column 19 undoes_external_id: filled_text storage x
table bank_line_sighting column 20 seen_at: timestamp with time zone storage p
table bank_line_sighting column 21 raw: jsonb storage x
table bank_line_sighting column 22 xid: bigint storage p
table bank_line_sighting column 23 line_id: uuid storage p
table bank_line_sighting column 24 contradicts_payer: boolean storage p
table bank_line_slot: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table bank_line_slot column 01 line_id: uuid not null storage p
table bank_line_slot column 02 vendor_account_id: uuid not null storage p
table bank_line_slot column 03 direction: line_direction not null storage p
table bank_line_slot column 04 kind: line_kind not null storage p
table bank_line_slot column 05 gross_minor: positive_minor not null storage m
table bank_line_slot column 06 settled_minor: nonnegative_minor not null storage m
table bank_line_slot column 07 booked_at: timestamp with time zone not null storage p
table bank_line_slot column 08 booked_day: date not null storage p
table bank_line_slot column 09 value_date: date not null storage p
table bank_line_slot column 10 first_day: date not null storage p
table bank_line_slot column 11 last_day: date not null storage p
table bank_line_slot column 12 named_by: text[] not null storage x
table bank_line_slot column 13 sessions_by: text[] not null storage x
table bank_line_slot column 14 payer_numbers: text[] not null storage x
table bank_line_slot column 15 payer_words: text[] not null storage x
table bank_line_slot column 16 payer_heads: text[] not null storage x
table bank_line_slot column 17 has_session: boolean not null storage p stored (sessions_by <> '{}'::text[])
table bank_line_slot column 18 has_words: boolean not null storage p stored (payer_words <> '{}'::text[])
table bank_line_slot constraint bank_line_slot_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table bank_line_slot constraint bank_line_slot_pkey: PRIMARY KEY (line_id)
table bank_line_slot index bank_line_slot_by_settled: CREATE INDEX bank_line_slot_by_settled ON afara.bank_line_slot USING btree (vendor_account_id, settled_minor, direction, named_by, booked_day, kind, value_date, has_session, has_words, booked_at)
table bank_line_slot index bank_line_slot_pkey: CREATE UNIQUE INDEX bank_line_slot_pkey ON afara.bank_line_slot USING btree (line_id)
table bank_trouble: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table bank_trouble column 01 mode: mode not null storage p
table bank_trouble column 02 vendor: text not null storage x
table bank_trouble column 03 bank_code: text not null storage x
table bank_trouble column 04 since: timestamp with time zone not null storage p
table bank_trouble column 05 noted_at: timestamp with time zone not null storage p
table bank_trouble column 06 attempts: integer not null storage p
table bank_trouble column 07 succeeded: integer not null storage p
table bank_trouble constraint bank_trouble_pkey: PRIMARY KEY (mode, vendor, bank_code)
table bank_trouble index bank_trouble_pkey: CREATE UNIQUE INDEX bank_trouble_pkey ON afara.bank_trouble USING btree (mode, vendor, bank_code)
table batch_check: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_check column 01 batch_id: uuid not null storage p
table batch_check column 02 number: integer not null storage p
table batch_check column 03 business_id: uuid not null storage p
table batch_check column 04 mode: mode not null storage p
table batch_check column 05 outcome: text storage x
table batch_check column 06 account_name: filled_text storage x
table batch_check column 07 at: timestamp with time zone not null storage p
table batch_check constraint batch_check_batch_id_number_fkey: FOREIGN KEY (batch_id, number) REFERENCES batch_row(batch_id, number)
table batch_check constraint batch_check_outcome_check: CHECK ((outcome = ANY (ARRAY['match'::text, 'near'::text, 'different'::text, 'unknown'::text, 'found'::text, 'not_found'::text, 'no_answer'::text])))
table batch_check constraint batch_check_pkey: PRIMARY KEY (batch_id, number)
table batch_check index batch_check_pkey: CREATE UNIQUE INDEX batch_check_pkey ON afara.batch_check USING btree (batch_id, number)
table batch_check policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_check policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_check policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_check policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_check trigger batch_check_is_history: CREATE TRIGGER batch_check_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_check FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table batch_end: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_end column 01 batch_id: uuid not null storage p
table batch_end column 02 business_id: uuid not null storage p
table batch_end column 03 mode: mode not null storage p
table batch_end column 04 at: timestamp with time zone not null storage p
table batch_end constraint batch_end_batch_id_fkey: FOREIGN KEY (batch_id) REFERENCES payout_batch(id)
table batch_end constraint batch_end_pkey: PRIMARY KEY (batch_id)
table batch_end index batch_end_pkey: CREATE UNIQUE INDEX batch_end_pkey ON afara.batch_end USING btree (batch_id)
table batch_end policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_end policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_end policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_end policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_end trigger batch_end_is_history: CREATE TRIGGER batch_end_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table batch_event: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_event column 01 event_id: uuid not null storage p
table batch_event column 02 batch_id: uuid not null storage p
table batch_event column 03 business_id: uuid not null storage p
table batch_event column 04 mode: mode not null storage p
table batch_event column 05 event: text not null storage x
table batch_event column 06 outcomes: jsonb storage x
table batch_event column 07 at: timestamp with time zone not null storage p
table batch_event column 08 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table batch_event constraint batch_event_batch_id_event_key: UNIQUE (batch_id, event)
table batch_event constraint batch_event_batch_id_fkey: FOREIGN KEY (batch_id) REFERENCES payout_batch(id)
table batch_event constraint batch_event_check: CHECK (((outcomes IS NOT NULL) = (event = 'completed'::text)))
table batch_event constraint batch_event_event_check: CHECK ((event = ANY (ARRAY['ready'::text, 'completed'::text])))
table batch_event constraint batch_event_pkey: PRIMARY KEY (event_id)
table batch_event index batch_event_batch_id_event_key: CREATE UNIQUE INDEX batch_event_batch_id_event_key ON afara.batch_event USING btree (batch_id, event)
table batch_event index batch_event_pkey: CREATE UNIQUE INDEX batch_event_pkey ON afara.batch_event USING btree (event_id)
table batch_event index batch_event_xid: CREATE INDEX batch_event_xid ON afara.batch_event USING btree (xid)
table batch_event policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_event policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_event policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_event policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_event trigger batch_event_is_history: CREATE TRIGGER batch_event_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table batch_outcome: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_outcome column 01 batch_id: uuid not null storage p
table batch_outcome column 02 business_id: uuid not null storage p
table batch_outcome column 03 mode: mode not null storage p
table batch_outcome column 04 outcome: text not null storage x
table batch_outcome column 05 decided_by: uuid not null storage p
table batch_outcome column 06 at: timestamp with time zone not null storage p
table batch_outcome constraint batch_outcome_batch_id_fkey: FOREIGN KEY (batch_id) REFERENCES payout_batch(id)
table batch_outcome constraint batch_outcome_outcome_check: CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'cancelled'::text])))
table batch_outcome constraint batch_outcome_pkey: PRIMARY KEY (batch_id)
table batch_outcome index batch_outcome_pkey: CREATE UNIQUE INDEX batch_outcome_pkey ON afara.batch_outcome USING btree (batch_id)
table batch_outcome policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_outcome policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_outcome policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_outcome policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_outcome trigger batch_outcome_is_history: CREATE TRIGGER batch_outcome_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_outcome FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table batch_problem: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_problem column 01 batch_id: uuid not null storage p
table batch_problem column 02 number: integer not null storage p
table batch_problem column 03 business_id: uuid not null storage p
table batch_problem column 04 mode: mode not null storage p
table batch_problem column 05 code: text not null storage x
table batch_problem column 06 field: text not null storage x
table batch_problem column 07 message: text not null storage x
table batch_problem constraint batch_problem_batch_id_number_fkey: FOREIGN KEY (batch_id, number) REFERENCES batch_row(batch_id, number)
table batch_problem constraint batch_problem_code_check: CHECK ((code ~ '^[a-z_]+$'::text))
table batch_problem constraint batch_problem_field_check: CHECK ((field ~ '^[a-z_]+$'::text))
table batch_problem constraint batch_problem_message_check: CHECK (((length(message) >= 1) AND (length(message) <= 500)))
table batch_problem constraint batch_problem_pkey: PRIMARY KEY (batch_id, number, code)
table batch_problem index batch_problem_pkey: CREATE UNIQUE INDEX batch_problem_pkey ON afara.batch_problem USING btree (batch_id, number, code)
table batch_problem policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_problem policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_problem policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_problem policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_problem trigger batch_problem_is_history: CREATE TRIGGER batch_problem_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_problem FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table batch_ready: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_ready column 01 batch_id: uuid not null storage p
table batch_ready column 02 business_id: uuid not null storage p
table batch_ready column 03 mode: mode not null storage p
table batch_ready column 04 payable_rows: integer not null storage p
table batch_ready column 05 total_minor: nonnegative_minor not null storage m
table batch_ready column 06 fee_minor: nonnegative_minor not null storage m
table batch_ready column 07 at: timestamp with time zone not null storage p
table batch_ready constraint batch_ready_batch_id_fkey: FOREIGN KEY (batch_id) REFERENCES payout_batch(id)
table batch_ready constraint batch_ready_payable_rows_check: CHECK ((payable_rows >= 0))
table batch_ready constraint batch_ready_pkey: PRIMARY KEY (batch_id)
table batch_ready index batch_ready_pkey: CREATE UNIQUE INDEX batch_ready_pkey ON afara.batch_ready USING btree (batch_id)
table batch_ready policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_ready policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_ready policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_ready policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_ready trigger batch_ready_is_history: CREATE TRIGGER batch_ready_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_ready FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table batch_refusal: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_refusal column 01 batch_id: uuid not null storage p
table batch_refusal column 02 number: integer not null storage p
table batch_refusal column 03 business_id: uuid not null storage p
table batch_refusal column 04 mode: mode not null storage p
table batch_refusal column 05 code: text not null storage x
table batch_refusal column 06 message: text not null storage x
table batch_refusal column 07 at: timestamp with time zone not null storage p
table batch_refusal constraint batch_refusal_batch_id_number_fkey: FOREIGN KEY (batch_id, number) REFERENCES batch_row(batch_id, number)
table batch_refusal constraint batch_refusal_code_check: CHECK ((code ~ '^[a-z_]+$'::text))
table batch_refusal constraint batch_refusal_message_check: CHECK (((length(message) >= 1) AND (length(message) <= 500)))
table batch_refusal constraint batch_refusal_pkey: PRIMARY KEY (batch_id, number)
table batch_refusal index batch_refusal_pkey: CREATE UNIQUE INDEX batch_refusal_pkey ON afara.batch_refusal USING btree (batch_id, number)
table batch_refusal policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_refusal policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_refusal policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_refusal policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_refusal trigger batch_refusal_is_history: CREATE TRIGGER batch_refusal_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_refusal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table batch_row: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_row column 01 batch_id: uuid not null storage p
table batch_row column 02 number: integer not null storage p
table batch_row column 03 business_id: uuid not null storage p
table batch_row column 04 mode: mode not null storage p
table batch_row column 05 bank_name: text not null storage x
table batch_row column 06 account_number: text not null storage x
table batch_row column 07 account_name: filled_text storage x
table batch_row column 08 amount: text not null storage x
table batch_row column 09 given_reference: filled_text storage x
table batch_row column 10 bank_code: filled_text storage x
table batch_row column 11 amount_minor: positive_minor storage m
table batch_row column 12 fee_minor: nonnegative_minor storage m
table batch_row column 13 reference: transaction_reference not null storage x
table batch_row column 14 has_own_reference: boolean not null storage p
table batch_row constraint batch_row_batch_id_fkey: FOREIGN KEY (batch_id) REFERENCES payout_batch(id)
table batch_row constraint batch_row_batch_id_reference_key: UNIQUE (batch_id, reference)
table batch_row constraint batch_row_number_check: CHECK (((number >= 1) AND (number <= 10000)))
table batch_row constraint batch_row_pkey: PRIMARY KEY (batch_id, number)
table batch_row index batch_row_batch_id_reference_key: CREATE UNIQUE INDEX batch_row_batch_id_reference_key ON afara.batch_row USING btree (batch_id, reference)
table batch_row index batch_row_of_account: CREATE INDEX batch_row_of_account ON afara.batch_row USING btree (business_id, account_number)
table batch_row index batch_row_pkey: CREATE UNIQUE INDEX batch_row_pkey ON afara.batch_row USING btree (batch_id, number)
table batch_row policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_row policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_row policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_row policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_row trigger batch_row_is_history: CREATE TRIGGER batch_row_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table batch_sell: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table batch_sell column 01 transaction_id: uuid not null storage p grants [afara_payer=SELECT]
table batch_sell column 02 batch_id: uuid not null storage p grants [afara_payer=SELECT]
table batch_sell column 03 number: integer not null storage p grants [afara_payer=SELECT]
table batch_sell column 04 business_id: uuid not null storage p
table batch_sell column 05 mode: mode not null storage p
table batch_sell constraint batch_sell_batch_id_number_fkey: FOREIGN KEY (batch_id, number) REFERENCES batch_row(batch_id, number)
table batch_sell constraint batch_sell_batch_id_number_key: UNIQUE (batch_id, number)
table batch_sell constraint batch_sell_pkey: PRIMARY KEY (transaction_id)
table batch_sell constraint batch_sell_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table batch_sell index batch_sell_batch_id_number_key: CREATE UNIQUE INDEX batch_sell_batch_id_number_key ON afara.batch_sell USING btree (batch_id, number)
table batch_sell index batch_sell_pkey: CREATE UNIQUE INDEX batch_sell_pkey ON afara.batch_sell USING btree (transaction_id)
table batch_sell policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table batch_sell policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table batch_sell policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table batch_sell policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table batch_sell policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table batch_sell trigger batch_sell_is_history: CREATE TRIGGER batch_sell_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.batch_sell FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table beneficiary: afara_owner rls forced grants [afara_people=SELECT]
table beneficiary column 01 id: uuid not null storage p
table beneficiary column 02 business_id: uuid not null storage p grants [afara_payer=SELECT]
table beneficiary column 03 mode: mode not null storage p grants [afara_payer=SELECT]
table beneficiary column 04 bank_code: filled_text not null storage x grants [afara_payer=SELECT]
table beneficiary column 05 account_number: account_number not null storage x grants [afara_payer=SELECT]
table beneficiary column 06 account_name: filled_text not null storage x
table beneficiary column 07 added_by: uuid not null storage p
table beneficiary column 08 created_at: timestamp with time zone not null storage p grants [afara_payer=SELECT]
table beneficiary column 09 settled_at: timestamp with time zone not null storage p
table beneficiary column 10 ended_at: timestamp with time zone storage p grants [afara_payer=SELECT]
table beneficiary column 11 ended_by: uuid storage p
table beneficiary constraint beneficiary_added_by_fkey: FOREIGN KEY (added_by) REFERENCES member(id)
table beneficiary constraint beneficiary_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table beneficiary constraint beneficiary_check: CHECK ((ended_at >= created_at))
table beneficiary constraint beneficiary_ended_by: CHECK (((ended_at IS NULL) = (ended_by IS NULL)))
table beneficiary constraint beneficiary_ended_by_fkey: FOREIGN KEY (ended_by) REFERENCES member(id)
table beneficiary constraint beneficiary_pkey: PRIMARY KEY (id)
table beneficiary constraint beneficiary_settles: CHECK ((settled_at >= (created_at + CASE mode WHEN 'live'::mode THEN '24:00:00'::interval ELSE '00:01:00'::interval END)))
table beneficiary index beneficiary_by_number: CREATE INDEX beneficiary_by_number ON afara.beneficiary USING btree (account_number)
table beneficiary index beneficiary_created: CREATE INDEX beneficiary_created ON afara.beneficiary USING btree (created_at)
table beneficiary index beneficiary_in_use: CREATE UNIQUE INDEX beneficiary_in_use ON afara.beneficiary USING btree (business_id, mode, bank_code, account_number) WHERE (ended_at IS NULL)
table beneficiary index beneficiary_of_business: CREATE INDEX beneficiary_of_business ON afara.beneficiary USING btree (business_id, mode, created_at)
table beneficiary index beneficiary_pkey: CREATE UNIQUE INDEX beneficiary_pkey ON afara.beneficiary USING btree (id)
table beneficiary policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table beneficiary policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table beneficiary policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table beneficiary policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table beneficiary policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table beneficiary trigger beneficiary_guard: CREATE TRIGGER beneficiary_guard BEFORE UPDATE ON afara.beneficiary FOR EACH ROW EXECUTE FUNCTION guard_beneficiary() O
table beneficiary trigger beneficiary_stays: CREATE TRIGGER beneficiary_stays BEFORE DELETE OR TRUNCATE ON afara.beneficiary FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table business: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_worker=SELECT]
table business column 01 id: uuid not null storage p
table business column 02 name: text not null storage x
table business column 03 link_tag: text not null storage x
table business column 04 created_at: timestamp with time zone not null storage p now()
table business constraint business_link_tag_check: CHECK (((link_tag ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'::text) AND ((length(link_tag) >= 3) AND (length(link_tag) <= 32))))
table business constraint business_link_tag_key: UNIQUE (link_tag)
table business constraint business_name_check: CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 200))))
table business constraint business_pkey: PRIMARY KEY (id)
table business index business_link_tag_key: CREATE UNIQUE INDEX business_link_tag_key ON afara.business USING btree (link_tag)
table business index business_pkey: CREATE UNIQUE INDEX business_pkey ON afara.business USING btree (id)
table business policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table business policy own_rows: PERMISSIVE {afara_api} SELECT using (id = tenant_business())
table business policy people_of_business: PERMISSIVE {afara_people} SELECT using (id = tenant_business())
table business policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table business policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table business_case: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table business_case column 01 id: uuid not null storage p
table business_case column 02 business_id: uuid not null storage p
table business_case column 03 mode: mode not null storage p
table business_case column 04 transaction_id: uuid not null storage p
table business_case column 05 sequence: integer not null storage p
table business_case column 06 code: filled_text not null storage x
table business_case column 07 opened_at: timestamp with time zone not null storage p
table business_case column 08 due_at: timestamp with time zone not null storage p
table business_case column 09 event_id: uuid not null storage p
table business_case column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table business_case constraint business_case_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table business_case constraint business_case_check: CHECK ((due_at > opened_at))
table business_case constraint business_case_event_id_key: UNIQUE (event_id)
table business_case constraint business_case_pkey: PRIMARY KEY (id)
table business_case constraint business_case_sequence_check: CHECK ((sequence >= 1))
table business_case constraint business_case_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table business_case index business_case_event_id_key: CREATE UNIQUE INDEX business_case_event_id_key ON afara.business_case USING btree (event_id)
table business_case index business_case_of_business: CREATE INDEX business_case_of_business ON afara.business_case USING btree (business_id, mode, id)
table business_case index business_case_of_transaction: CREATE INDEX business_case_of_transaction ON afara.business_case USING btree (transaction_id)
table business_case index business_case_pkey: CREATE UNIQUE INDEX business_case_pkey ON afara.business_case USING btree (id)
table business_case index business_case_xid: CREATE INDEX business_case_xid ON afara.business_case USING btree (xid)
table business_case policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table business_case policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table business_case policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table business_case policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table business_case trigger business_case_is_history: CREATE TRIGGER business_case_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.business_case FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table business_case_end: afara_owner rls forced grants [afara_api=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table business_case_end column 01 case_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table business_case_end column 02 business_id: uuid not null storage p
table business_case_end column 03 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table business_case_end column 04 transaction_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table business_case_end column 05 sequence: integer not null storage p grants [afara_signer=SELECT]
table business_case_end column 06 outcome: text not null storage x
table business_case_end column 07 choice: text storage x grants [afara_payer=SELECT afara_signer=SELECT]
table business_case_end column 08 amount_minor: positive_minor storage m grants [afara_payer=SELECT afara_signer=SELECT]
table business_case_end column 09 network: filled_text storage x grants [afara_signer=SELECT]
table business_case_end column 10 address: filled_text storage x grants [afara_signer=SELECT]
table business_case_end column 11 bank_code: filled_text storage x grants [afara_payer=SELECT]
table business_case_end column 12 bank_name: filled_text storage x
table business_case_end column 13 account_number: account_number storage x grants [afara_payer=SELECT]
table business_case_end column 14 account_name: filled_text storage x grants [afara_payer=SELECT]
table business_case_end column 15 former_network: filled_text storage x
table business_case_end column 16 former_address: filled_text storage x
table business_case_end column 17 decided_by: filled_text storage x grants [afara_payer=SELECT afara_signer=SELECT]
table business_case_end column 18 at: timestamp with time zone not null storage p
table business_case_end column 19 event_id: uuid storage p
table business_case_end column 20 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table business_case_end constraint business_case_end_account: CHECK (((COALESCE((choice = ANY (ARRAY['beneficiary'::text, 'confirm_name'::text])), false) = (num_nonnulls(bank_code, bank_name, account_number, account_name) = 4)) AND (num_nonnulls(bank_code, bank_name, account_number, account_name) = ANY (ARRAY[0, 4]))))
table business_case_end constraint business_case_end_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table business_case_end constraint business_case_end_case_id_fkey: FOREIGN KEY (case_id) REFERENCES business_case(id)
table business_case_end constraint business_case_end_choice_check: CHECK ((choice = ANY (ARRAY['accept'::text, 'return'::text, 'wallet'::text, 'beneficiary'::text, 'confirm_name'::text, 'retry'::text])))
table business_case_end constraint business_case_end_decided: CHECK ((((outcome = 'decided'::text) = (num_nonnulls(choice, amount_minor, decided_by, event_id) = 4)) AND ((outcome = 'decided'::text) OR (num_nonnulls(choice, amount_minor, decided_by, event_id) = 0))))
table business_case_end constraint business_case_end_event_id_key: UNIQUE (event_id)
table business_case_end constraint business_case_end_outcome_check: CHECK ((outcome = ANY (ARRAY['decided'::text, 'overtaken'::text])))
table business_case_end constraint business_case_end_pkey: PRIMARY KEY (case_id)
table business_case_end constraint business_case_end_sequence_check: CHECK ((sequence >= 1))
table business_case_end constraint business_case_end_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table business_case_end constraint business_case_end_wallet: CHECK (((COALESCE((choice = 'wallet'::text), false) = (num_nonnulls(network, address) = 2)) AND ((network IS NULL) = (address IS NULL))))
table business_case_end index business_case_end_event_id_key: CREATE UNIQUE INDEX business_case_end_event_id_key ON afara.business_case_end USING btree (event_id)
table business_case_end index business_case_end_of_transaction: CREATE INDEX business_case_end_of_transaction ON afara.business_case_end USING btree (transaction_id)
table business_case_end index business_case_end_pkey: CREATE UNIQUE INDEX business_case_end_pkey ON afara.business_case_end USING btree (case_id)
table business_case_end index business_case_end_xid: CREATE INDEX business_case_end_xid ON afara.business_case_end USING btree (xid)
table business_case_end policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table business_case_end policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table business_case_end policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table business_case_end policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table business_case_end policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table business_case_end policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table business_case_end trigger business_case_end_is_history: CREATE TRIGGER business_case_end_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.business_case_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table business_look: afara_owner rls forced grants [afara_people=SELECT]
table business_look column 01 business_id: uuid not null storage p
table business_look column 02 colour: text storage x
table business_look column 03 logo: bytea storage x
table business_look column 04 changed_by: uuid not null storage p
table business_look column 05 changed_at: timestamp with time zone not null storage p
table business_look constraint business_look_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table business_look constraint business_look_changed_by_fkey: FOREIGN KEY (changed_by) REFERENCES member(id)
table business_look constraint business_look_colour_check: CHECK ((colour ~ '^#[0-9a-f]{6}$'::text))
table business_look constraint business_look_logo_check: CHECK (((octet_length(logo) >= 60) AND (octet_length(logo) <= 100000)))
table business_look constraint business_look_pkey: PRIMARY KEY (business_id)
table business_look index business_look_by: CREATE INDEX business_look_by ON afara.business_look USING btree (changed_by)
table business_look index business_look_pkey: CREATE UNIQUE INDEX business_look_pkey ON afara.business_look USING btree (business_id)
table business_look policy house: PERMISSIVE {afara_owner} ALL using true check true
table business_look policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table business_look policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table business_look policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table business_mode: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_worker=SELECT]
table business_mode column 01 business_id: uuid not null storage p
table business_mode column 02 mode: mode not null storage p
table business_mode column 03 status: text not null storage x 'active'::text
table business_mode column 04 fee_flat_minor: numeric(38,0) not null storage m 0
table business_mode column 05 fee_bps: integer not null storage p 0
table business_mode column 06 fee_cap_minor: numeric(38,0) storage m
table business_mode column 07 may_hold_balance: boolean not null storage p
table business_mode column 08 default_network: text storage x
table business_mode column 09 default_wallet_address: text storage x
table business_mode column 10 daily_limit_minor: numeric(38,0) storage m
table business_mode column 11 exposure_cap_minor: nonnegative_minor not null storage m 0
table business_mode column 12 velocity_hour_minor: nonnegative_minor storage m
table business_mode column 13 velocity_wallet_day_minor: nonnegative_minor storage m
table business_mode column 14 tier: smallint storage p
table business_mode column 15 tolerance_minor: nonnegative_minor not null storage m 100
table business_mode column 16 may_number_customers: boolean not null storage p false
table business_mode constraint business_mode_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table business_mode constraint business_mode_check: CHECK (((default_network IS NULL) = (default_wallet_address IS NULL)))
table business_mode constraint business_mode_check1: CHECK (((tier IS NULL) OR (((tier >= 1) AND (tier <= 3)) AND (mode = 'live'::mode))))
table business_mode constraint business_mode_daily_limit_minor_check: CHECK (((daily_limit_minor > (0)::numeric) OR ((mode = 'live'::mode) AND (daily_limit_minor = (0)::numeric))))
table business_mode constraint business_mode_default_network_check: CHECK ((default_network <> ''::text))
table business_mode constraint business_mode_default_wallet_address_check: CHECK ((default_wallet_address <> ''::text))
table business_mode constraint business_mode_fee_bps_check: CHECK (((fee_bps >= 0) AND (fee_bps <= 10000)))
table business_mode constraint business_mode_fee_cap_minor_check: CHECK ((fee_cap_minor >= (0)::numeric))
table business_mode constraint business_mode_fee_flat_minor_check: CHECK ((fee_flat_minor >= (0)::numeric))
table business_mode constraint business_mode_pkey: PRIMARY KEY (business_id, mode)
table business_mode constraint business_mode_status_check: CHECK (((status = ANY (ARRAY['active'::text, 'suspended'::text])) OR ((status = 'pending'::text) AND (mode = 'live'::mode))))
table business_mode index business_mode_pkey: CREATE UNIQUE INDEX business_mode_pkey ON afara.business_mode USING btree (business_id, mode)
table business_mode policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table business_mode policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table business_mode policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table business_mode policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table business_mode policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table business_mode trigger business_mode_limits_changed: CREATE TRIGGER business_mode_limits_changed AFTER UPDATE ON afara.business_mode FOR EACH ROW WHEN (((((old.daily_limit_minor IS DISTINCT FROM new.daily_limit_minor) OR ((old.velocity_hour_minor)::numeric IS DISTINCT FROM (new.velocity_hour_minor)::numeric)) OR ((old.velocity_wallet_day_minor)::numeric IS DISTINCT FROM (new.velocity_wallet_day_minor)::numeric)) OR ((old.exposure_cap_minor)::numeric IS DISTINCT FROM (new.exposure_cap_minor)::numeric))) EXECUTE FUNCTION wake_held_by_limits() O
table business_mode trigger business_mode_live_from_start_guard: CREATE TRIGGER business_mode_live_from_start_guard BEFORE INSERT ON afara.business_mode FOR EACH ROW WHEN (((new.mode = 'live'::mode) AND (new.status <> 'pending'::text))) EXECUTE FUNCTION guard_live_business() O
table business_mode trigger business_mode_live_guard: CREATE TRIGGER business_mode_live_guard BEFORE UPDATE OF status ON afara.business_mode FOR EACH ROW WHEN (((new.mode = 'live'::mode) AND (old.status = 'pending'::text) AND (new.status <> 'pending'::text))) EXECUTE FUNCTION guard_live_business() O
table business_mode trigger business_mode_tier_guard: CREATE TRIGGER business_mode_tier_guard BEFORE INSERT OR UPDATE OF tier, daily_limit_minor ON afara.business_mode FOR EACH ROW EXECUTE FUNCTION guard_tier() O
table buy: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table buy column 01 transaction_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table buy column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table buy column 03 vendor_account_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table buy column 04 payer_bank_code: text storage x
table buy column 05 payer_bank_name: text storage x
table buy column 06 payer_account_number: account_number storage x
table buy column 07 payer_account_name: text storage x
table buy column 08 network: text storage x grants [afara_signer=SELECT]
table buy column 09 wallet_address: text storage x grants [afara_signer=SELECT]
table buy column 10 fee_minor: nonnegative_minor not null storage m grants [afara_signer=SELECT]
table buy column 11 needs: text[] not null storage x '{}'::text[]
table buy constraint buy_check: CHECK (((network IS NULL) = (wallet_address IS NULL)))
table buy constraint buy_pkey: PRIMARY KEY (transaction_id)
table buy constraint buy_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table buy index buy_by_name: CREATE INDEX buy_by_name ON afara.buy USING gin (to_tsvector('simple'::regconfig, payer_account_name)) WITH (gin_pending_list_limit='256') WHERE (payer_account_name IS NOT NULL)
table buy index buy_by_payer_number: CREATE INDEX buy_by_payer_number ON afara.buy USING btree (payer_account_number, transaction_id) WHERE (payer_account_number IS NOT NULL)
table buy index buy_by_wallet: CREATE INDEX buy_by_wallet ON afara.buy USING btree (wallet_address, transaction_id) WHERE (wallet_address IS NOT NULL)
table buy index buy_pkey: CREATE UNIQUE INDEX buy_pkey ON afara.buy USING btree (transaction_id)
table buy policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table buy policy own_rows: PERMISSIVE {afara_api} SELECT using (EXISTS ( SELECT FROM transaction t WHERE (t.id = buy.transaction_id)))
table buy policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table buy policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table buy policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table buy policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table case_attachment: afara_owner rls forced grants [afara_people=SELECT]
table case_attachment column 01 case_id: uuid not null storage p
table case_attachment column 02 sequence: integer not null storage p
table case_attachment column 03 name: text not null storage x
table case_attachment column 04 content: bytea not null storage e
table case_attachment constraint case_attachment_case_id_sequence_fkey: FOREIGN KEY (case_id, sequence) REFERENCES case_step(case_id, sequence)
table case_attachment constraint case_attachment_content_check: CHECK (((octet_length(content) >= 32) AND (octet_length(content) <= 2000031))) NOT VALID not valid
table case_attachment constraint case_attachment_name_check: CHECK ((name ~ '^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,99}$'::text))
table case_attachment constraint case_attachment_pkey: PRIMARY KEY (case_id, sequence)
table case_attachment index case_attachment_pkey: CREATE UNIQUE INDEX case_attachment_pkey ON afara.case_attachment USING btree (case_id, sequence)
table case_attachment policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table case_attachment policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table case_attachment policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table case_attachment trigger case_attachment_is_history: CREATE TRIGGER case_attachment_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.case_attachment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table case_file: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table case_file column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_file column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_file column 03 kind: case_kind not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_file column 04 vendor_account_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_file column 05 line_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_file column 06 transaction_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_file column 07 business_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_file column 08 summary: text not null storage x
table case_file column 09 facts: jsonb not null storage x
table case_file column 10 proposal: jsonb storage x
table case_file column 11 opened_at: timestamp with time zone not null storage p
table case_file column 12 due_at: timestamp with time zone not null storage p
table case_file column 13 state: text not null storage x 'open'::text
table case_file column 14 owner_id: uuid storage p grants [afara_people=UPDATE]
table case_file column 15 resolution: jsonb storage x
table case_file column 16 seen: jsonb storage x
table case_file column 17 proposed_by: uuid storage p
table case_file column 18 approved_by: uuid storage p
table case_file column 19 ended: text storage x
table case_file column 20 resolved_at: timestamp with time zone storage p
table case_file column 21 version: integer not null storage p 1
table case_file column 22 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint grants [afara_payer=SELECT afara_signer=SELECT]
table case_file constraint case_file_approved_by_fkey: FOREIGN KEY (approved_by) REFERENCES operator(id)
table case_file constraint case_file_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table case_file constraint case_file_check: CHECK ( CASE state WHEN 'open'::text THEN (num_nonnulls(resolution, seen, proposed_by, approved_by, ended, resolved_at) = 0) WHEN 'awaiting_approval'::text THEN ((num_nulls(resolution, seen, proposed_by) = 0) AND (num_nonnulls(approved_by, ended, resolved_at) = 0)) ELSE (num_nulls(resolution, ended, resolved_at) = 0) END)
table case_file constraint case_file_ended_check: CHECK ((ended = ANY (ARRAY['approved'::text, 'dismissed'::text, 'itself'::text])))
table case_file constraint case_file_explains_surplus: TRIGGER DEFERRABLE INITIALLY DEFERRED
table case_file constraint case_file_facts_check: CHECK ((jsonb_typeof(facts) = 'object'::text))
table case_file constraint case_file_owner_id_fkey: FOREIGN KEY (owner_id) REFERENCES operator(id)
table case_file constraint case_file_pkey: PRIMARY KEY (id)
table case_file constraint case_file_proposal_check: CHECK ((jsonb_typeof(proposal) = 'object'::text))
table case_file constraint case_file_proposed_by_fkey: FOREIGN KEY (proposed_by) REFERENCES operator(id)
table case_file constraint case_file_resolution_check: CHECK (((jsonb_typeof(resolution) = 'object'::text) AND (resolution ? 'action'::text)))
table case_file constraint case_file_sanctions: CHECK ((((kind <> 'screening_hit'::case_kind) OR (state = 'open'::text) OR (ended = 'itself'::text) OR ((resolution ->> 'action'::text) = ANY (ARRAY['release'::text, 'freeze_and_report'::text]))) IS TRUE))
table case_file constraint case_file_state_check: CHECK ((state = ANY (ARRAY['open'::text, 'awaiting_approval'::text, 'resolved'::text])))
table case_file constraint case_file_summary_check: CHECK ((btrim(summary) <> ''::text))
table case_file constraint case_file_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table case_file constraint case_file_two_people: CHECK ( CASE ended WHEN 'approved'::text THEN ((num_nulls(proposed_by, approved_by) = 0) AND ((proposed_by <> approved_by) OR (mode = 'test'::mode) OR ((resolution ->> 'standing'::text) IS NOT NULL))) WHEN 'dismissed'::text THEN ((proposed_by IS NOT NULL) AND (approved_by IS NULL) AND ((resolution ->> 'action'::text) = 'dismiss'::text) AND ((kind = ANY (ARRAY['line_aside'::case_kind, 'request'::case_kind, 'overdue'::case_kind])) OR ((kind = 'reconciliation_differs'::case_kind) AND ((facts ->> 'kind'::text) = 'approval'::text)))) ELSE (approved_by IS NULL) END)
table case_file constraint case_file_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table case_file constraint case_file_version_check: CHECK ((version >= 1))
table case_file index case_file_allows: CREATE INDEX case_file_allows ON afara.case_file USING btree (id) WHERE ((resolution ->> 'action'::text) = 'allow_standing'::text)
table case_file index case_file_due: CREATE INDEX case_file_due ON afara.case_file USING btree (due_at) WHERE (state <> 'resolved'::text)
table case_file index case_file_of_line: CREATE INDEX case_file_of_line ON afara.case_file USING btree (line_id) WHERE (line_id IS NOT NULL)
table case_file index case_file_of_transaction: CREATE INDEX case_file_of_transaction ON afara.case_file USING btree (transaction_id) WHERE (transaction_id IS NOT NULL)
table case_file index case_file_pkey: CREATE UNIQUE INDEX case_file_pkey ON afara.case_file USING btree (id)
table case_file index case_file_reopens: CREATE INDEX case_file_reopens ON afara.case_file USING btree (((resolution ->> 'case_id'::text))) WHERE ((kind = 'request'::case_kind) AND (ended = 'approved'::text) AND ((resolution ->> 'action'::text) = 'reopen_match'::text))
table case_file index case_file_suggested: CREATE INDEX case_file_suggested ON afara.case_file USING btree (mode, kind) WHERE ((ended = 'approved'::text) AND (proposal IS NOT NULL))
table case_file index case_file_under_standing: CREATE INDEX case_file_under_standing ON afara.case_file USING btree (((resolution ->> 'standing'::text))) WHERE ((resolution ->> 'standing'::text) IS NOT NULL)
table case_file index case_file_unexplained: CREATE INDEX case_file_unexplained ON afara.case_file USING btree (vendor_account_id) WHERE ((kind = 'unexplained_debit'::case_kind) AND (state <> 'resolved'::text))
table case_file index case_file_unresolved: CREATE UNIQUE INDEX case_file_unresolved ON afara.case_file USING btree (kind, mode, line_id, transaction_id, ( CASE WHEN ((line_id IS NULL) AND (transaction_id IS NULL)) THEN vendor_account_id ELSE NULL::uuid END), ( CASE WHEN ((line_id IS NULL) AND (transaction_id IS NULL) AND (vendor_account_id IS NULL)) THEN business_id ELSE NULL::uuid END), ( CASE WHEN ((kind = ANY (ARRAY['line_aside'::case_kind, 'unconfirmed_import'::case_kind])) OR (num_nonnulls(line_id, transaction_id, vendor_account_id, business_id) = 0)) THEN COALESCE((facts ->> 'subject'::text), ''::text) ELSE ''::text END)) NULLS NOT DISTINCT WHERE (state <> 'resolved'::text)
table case_file policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table case_file policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table case_file policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table case_file policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table case_file policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table case_file trigger case_file_asks_business: CREATE TRIGGER case_file_asks_business AFTER INSERT ON afara.case_file FOR EACH ROW WHEN (((new.transaction_id IS NOT NULL) AND (new.kind = ANY (ARRAY['underpaid'::case_kind, 'late_credit'::case_kind, 'part_deposited'::case_kind, 'late_deposit'::case_kind, 'payout_failed'::case_kind, 'name_differs'::case_kind, 'cannot_deliver'::case_kind])))) EXECUTE FUNCTION ask_with_case() O
table case_file trigger case_file_explains_surplus: CREATE CONSTRAINT TRIGGER case_file_explains_surplus AFTER UPDATE ON afara.case_file DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.state = 'resolved'::text) AND (old.state <> 'resolved'::text) AND ((new.resolution ->> 'action'::text) = 'top_up_lane'::text) AND (new.ended = 'approved'::text))) EXECUTE FUNCTION undo_surplus() O
table case_file trigger case_file_guard: CREATE TRIGGER case_file_guard BEFORE UPDATE ON afara.case_file FOR EACH ROW EXECUTE FUNCTION guard_case() O
table case_file trigger case_file_is_kept: CREATE TRIGGER case_file_is_kept AFTER INSERT OR UPDATE ON afara.case_file FOR EACH ROW EXECUTE FUNCTION keep_version() O
table case_file trigger case_file_stays: CREATE TRIGGER case_file_stays BEFORE DELETE OR TRUNCATE ON afara.case_file FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table case_step: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table case_step column 01 case_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_step column 02 sequence: integer not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table case_step column 03 operator_id: uuid storage p
table case_step column 04 action: text not null storage x
table case_step column 05 resolution: jsonb storage x grants [afara_payer=SELECT afara_signer=SELECT]
table case_step column 06 reason: text not null storage x
table case_step column 07 at: timestamp with time zone not null storage p
table case_step column 08 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table case_step constraint case_step_action_check: CHECK ((action = ANY (ARRAY['opened'::text, 'taken'::text, 'noted'::text, 'proposed'::text, 'declined'::text, 'approved'::text, 'dismissed'::text, 'closed_itself'::text])))
table case_step constraint case_step_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table case_step constraint case_step_check: CHECK (((operator_id IS NOT NULL) OR (action = ANY (ARRAY['opened'::text, 'noted'::text, 'closed_itself'::text]))))
table case_step constraint case_step_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table case_step constraint case_step_pkey: PRIMARY KEY (case_id, sequence)
table case_step constraint case_step_reason_check: CHECK ((btrim(reason) <> ''::text))
table case_step constraint case_step_sequence_check: CHECK ((sequence >= 1))
table case_step index case_step_at: CREATE INDEX case_step_at ON afara.case_step USING btree (at, case_id) WHERE (operator_id IS NOT NULL)
table case_step index case_step_pkey: CREATE UNIQUE INDEX case_step_pkey ON afara.case_step USING btree (case_id, sequence)
table case_step index case_step_xid: CREATE INDEX case_step_xid ON afara.case_step USING btree (xid)
table case_step policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table case_step policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table case_step policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table case_step policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table case_step policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table case_step trigger case_step_is_history: CREATE TRIGGER case_step_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.case_step FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table chain_cursor: afara_owner {fillfactor=50} grants [afara_reconciler=SELECT afara_worker=SELECT]
table chain_cursor column 01 id: uuid not null storage p
table chain_cursor column 02 mode: mode not null storage p
table chain_cursor column 03 network: text not null storage x
table chain_cursor column 04 block: numeric(38,0) not null storage m
table chain_cursor column 05 block_hash: text not null storage x
table chain_cursor column 06 lag_blocks: numeric(38,0) not null storage m 0
table chain_cursor column 07 read_at: timestamp with time zone not null storage p
table chain_cursor column 08 halted_because: text storage x
table chain_cursor column 09 reread_from: numeric(38,0) storage m
table chain_cursor column 10 read_until: timestamp with time zone storage p
table chain_cursor column 11 closely_until: timestamp with time zone storage p
table chain_cursor constraint chain_cursor_block_check: CHECK ((block >= (0)::numeric))
table chain_cursor constraint chain_cursor_block_hash_check: CHECK ((block_hash <> ''::text))
table chain_cursor constraint chain_cursor_lag_blocks_check: CHECK ((lag_blocks >= (0)::numeric))
table chain_cursor constraint chain_cursor_mode_network_key: UNIQUE (mode, network)
table chain_cursor constraint chain_cursor_network_fkey: FOREIGN KEY (network) REFERENCES network(name)
table chain_cursor constraint chain_cursor_pkey: PRIMARY KEY (id)
table chain_cursor constraint chain_cursor_reread_from_check: CHECK ((reread_from >= (0)::numeric))
table chain_cursor index chain_cursor_mode_network_key: CREATE UNIQUE INDEX chain_cursor_mode_network_key ON afara.chain_cursor USING btree (mode, network)
table chain_cursor index chain_cursor_pkey: CREATE UNIQUE INDEX chain_cursor_pkey ON afara.chain_cursor USING btree (id)
table chain_cursor trigger chain_cursor_stays: CREATE TRIGGER chain_cursor_stays BEFORE DELETE OR TRUNCATE ON afara.chain_cursor FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table check_cursor: afara_owner {fillfactor=50} grants [afara_reconciler=SELECT afara_worker=SELECT]
table check_cursor column 01 name: text not null storage x
table check_cursor column 02 walk: text not null storage x
table check_cursor column 03 position: bigint not null storage p
table check_cursor column 04 pass: uuid storage p
table check_cursor column 05 begun_at: timestamp with time zone not null storage p
table check_cursor column 06 looked_at: timestamp with time zone not null storage p
table check_cursor column 07 ended_at: timestamp with time zone storage p
table check_cursor column 08 failure: text storage x
table check_cursor constraint check_cursor_pkey: PRIMARY KEY (name, walk)
table check_cursor constraint check_cursor_walk_check: CHECK ((walk = ANY (ARRAY['new'::text, 'all'::text])))
table check_cursor index check_cursor_pkey: CREATE UNIQUE INDEX check_cursor_pkey ON afara.check_cursor USING btree (name, walk)
table check_open_slice: afara_owner grants [afara_reconciler=SELECT afara_worker=SELECT]
table check_open_slice column 01 name: text not null storage x
table check_open_slice column 02 walk: text not null storage x
table check_open_slice column 03 after_position: bigint not null storage p
table check_open_slice column 04 through_position: bigint not null storage p
table check_open_slice column 05 looked_at: timestamp with time zone not null storage p
table check_open_slice constraint check_open_slice_pkey: PRIMARY KEY (name, walk, after_position, through_position)
table check_open_slice index check_open_slice_pkey: CREATE UNIQUE INDEX check_open_slice_pkey ON afara.check_open_slice USING btree (name, walk, after_position, through_position)
table checked_sum: afara_owner grants []
table checked_sum column 01 pass: uuid not null storage p
table checked_sum column 02 what: text not null storage x
table checked_sum column 03 mode: mode not null storage p
table checked_sum column 04 kind: account_kind not null storage p
table checked_sum column 05 owner: text not null storage x
table checked_sum column 06 asset: asset not null storage p
table checked_sum column 07 in_minor: numeric(38,0) not null storage m
table checked_sum column 08 out_minor: numeric(38,0) not null storage m
table checked_sum constraint checked_sum_pkey: PRIMARY KEY (pass, what, mode, kind, owner, asset)
table checked_sum index checked_sum_pkey: CREATE UNIQUE INDEX checked_sum_pkey ON afara.checked_sum USING btree (pass, what, mode, kind, owner, asset)
table claim: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table claim column 01 transaction_id: uuid not null storage p
table claim column 02 business_id: uuid not null storage p
table claim column 03 mode: mode not null storage p
table claim column 04 vendor_account_id: uuid not null storage p
table claim column 05 amount_minor: positive_minor not null storage m
table claim column 06 left_minor: positive_minor not null storage m
table claim column 07 payer_account_number: account_number storage x
table claim column 08 payer_bank_code: text storage x
table claim column 09 payer_name: text storage x
table claim column 10 payer_words: text[] not null storage x
table claim column 11 accepted_at: timestamp with time zone not null storage p
table claim column 12 expires_at: timestamp with time zone not null storage p
table claim column 13 first_part_from: text storage x
table claim column 14 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table claim constraint claim_pkey: PRIMARY KEY (transaction_id)
table claim index claim_by_lack: CREATE INDEX claim_by_lack ON afara.claim USING btree (left_minor)
table claim index claim_by_number: CREATE INDEX claim_by_number ON afara.claim USING btree (reverse((payer_account_number)::text) COLLATE "C", amount_minor)
table claim index claim_news: CREATE INDEX claim_news ON afara.claim USING btree (vendor_account_id, xid)
table claim index claim_of_business: CREATE INDEX claim_of_business ON afara.claim USING btree (business_id, mode)
table claim index claim_part_paid: CREATE INDEX claim_part_paid ON afara.claim USING btree (transaction_id) WHERE ((left_minor)::numeric <> (amount_minor)::numeric)
table claim index claim_pkey: CREATE UNIQUE INDEX claim_pkey ON afara.claim USING btree (transaction_id)
table claim policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table claim policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table claim policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table collection_number: afara_owner rls forced grants [afara_api=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table collection_number column 01 id: uuid not null storage p
table collection_number column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table collection_number column 03 business_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table collection_number column 04 transaction_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table collection_number column 05 vendor: text not null storage x
table collection_number column 06 vendor_account_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table collection_number column 07 amount_minor: positive_minor storage m
table collection_number column 08 state: text not null storage x 'asked'::text
table collection_number column 09 asked_at: timestamp with time zone not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table collection_number column 10 answered_at: timestamp with time zone storage p
table collection_number column 11 number: account_number storage x grants [afara_payer=SELECT afara_signer=SELECT]
table collection_number column 12 bank_name: text storage x
table collection_number column 13 account_name: text storage x
table collection_number column 14 valid_until: timestamp with time zone storage p grants [afara_payer=SELECT afara_signer=SELECT]
table collection_number column 15 is_shown: boolean not null storage p false
table collection_number column 16 problem: text storage x
table collection_number column 17 customer_number_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table collection_number constraint collection_number_account_name_check: CHECK (((btrim(account_name) <> ''::text) AND (length(account_name) <= 200)))
table collection_number constraint collection_number_bank_name_check: CHECK (((btrim(bank_name) <> ''::text) AND (length(bank_name) <= 200)))
table collection_number constraint collection_number_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table collection_number constraint collection_number_check: CHECK (((state = 'given'::text) = (num_nonnulls(number, bank_name, account_name, valid_until) = 4)))
table collection_number constraint collection_number_check1: CHECK ((num_nonnulls(number, bank_name, account_name, valid_until) = ANY (ARRAY[0, 4])))
table collection_number constraint collection_number_check2: CHECK (((state = 'asked'::text) = (answered_at IS NULL)))
table collection_number constraint collection_number_check3: CHECK (((state = 'given'::text) OR (NOT is_shown)))
table collection_number constraint collection_number_check4: CHECK ((num_nonnulls(transaction_id, customer_number_id) = 1))
table collection_number constraint collection_number_check5: CHECK (((transaction_id IS NULL) = (amount_minor IS NULL)))
table collection_number constraint collection_number_customer_number_id_fkey: FOREIGN KEY (customer_number_id) REFERENCES customer_number(id)
table collection_number constraint collection_number_pkey: PRIMARY KEY (id)
table collection_number constraint collection_number_state_check: CHECK ((state = ANY (ARRAY['asked'::text, 'given'::text, 'refused'::text, 'unknown'::text])))
table collection_number constraint collection_number_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table collection_number constraint collection_number_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table collection_number constraint collection_number_vendor_check: CHECK ((vendor ~ '^[a-z]+$'::text))
table collection_number index collection_number_asked: CREATE INDEX collection_number_asked ON afara.collection_number USING btree (vendor_account_id, asked_at)
table collection_number index collection_number_by_number: CREATE INDEX collection_number_by_number ON afara.collection_number USING btree (number, transaction_id) WHERE (number IS NOT NULL)
table collection_number index collection_number_of_customer: CREATE INDEX collection_number_of_customer ON afara.collection_number USING btree (customer_number_id, asked_at) WHERE (customer_number_id IS NOT NULL)
table collection_number index collection_number_of_pool: CREATE INDEX collection_number_of_pool ON afara.collection_number USING btree (vendor_account_id, number) WHERE (number IS NOT NULL)
table collection_number index collection_number_of_transaction: CREATE INDEX collection_number_of_transaction ON afara.collection_number USING btree (transaction_id, asked_at)
table collection_number index collection_number_pkey: CREATE UNIQUE INDEX collection_number_pkey ON afara.collection_number USING btree (id)
table collection_number index collection_number_standing: CREATE INDEX collection_number_standing ON afara.collection_number USING btree (vendor_account_id, number) WHERE ((customer_number_id IS NOT NULL) AND (number IS NOT NULL))
table collection_number policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table collection_number policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table collection_number policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table collection_number policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table collection_number policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table collection_number policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table collection_number trigger collection_number_guard: CREATE TRIGGER collection_number_guard BEFORE UPDATE ON afara.collection_number FOR EACH ROW EXECUTE FUNCTION guard_collection_number() O
table collection_number trigger collection_number_is_kept: CREATE TRIGGER collection_number_is_kept AFTER INSERT OR UPDATE ON afara.collection_number FOR EACH ROW EXECUTE FUNCTION keep_version() O
table collection_number trigger collection_number_stays: CREATE TRIGGER collection_number_stays BEFORE DELETE OR TRUNCATE ON afara.collection_number FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table credit_fund: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table credit_fund column 01 line_id: uuid not null storage p
table credit_fund column 02 vendor_account_id: uuid not null storage p
table credit_fund column 03 mode: mode not null storage p
table credit_fund column 04 left_minor: nonnegative_minor not null storage m
table credit_fund column 05 booked_at: timestamp with time zone not null storage p
table credit_fund column 06 payer_account_number: account_number storage x
table credit_fund column 07 payer_account_mask: account_mask storage x
table credit_fund column 08 payer_name: filled_text storage x
table credit_fund column 09 payer_words: text[] not null storage x
table credit_fund column 10 payer_bank_code: filled_text storage x
table credit_fund column 11 narration: text not null storage x
table credit_fund column 12 blocked_by: uuid storage p
table credit_fund column 13 has_lien: boolean not null storage p false
table credit_fund column 14 look_at: timestamp with time zone not null storage p '-infinity'::timestamp with time zone
table credit_fund constraint credit_fund_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table credit_fund constraint credit_fund_pkey: PRIMARY KEY (line_id)
table credit_fund index credit_fund_blocked: CREATE INDEX credit_fund_blocked ON afara.credit_fund USING btree (blocked_by) WHERE (blocked_by IS NOT NULL)
table credit_fund index credit_fund_due: CREATE INDEX credit_fund_due ON afara.credit_fund USING btree (vendor_account_id, look_at) WHERE (blocked_by IS NULL)
table credit_fund index credit_fund_of_account: CREATE INDEX credit_fund_of_account ON afara.credit_fund USING btree (vendor_account_id, booked_at)
table credit_fund index credit_fund_pkey: CREATE UNIQUE INDEX credit_fund_pkey ON afara.credit_fund USING btree (line_id)
table credit_fund trigger credit_fund_changed: CREATE TRIGGER credit_fund_changed BEFORE UPDATE ON afara.credit_fund FOR EACH ROW WHEN ((((old.left_minor)::numeric < (new.left_minor)::numeric) OR (old.blocked_by IS DISTINCT FROM new.blocked_by) OR (((((old.payer_account_number)::text IS DISTINCT FROM (new.payer_account_number)::text) OR ((old.payer_account_mask)::text IS DISTINCT FROM (new.payer_account_mask)::text)) OR ((old.payer_name)::text IS DISTINCT FROM (new.payer_name)::text)) OR ((old.payer_bank_code)::text IS DISTINCT FROM (new.payer_bank_code)::text)))) EXECUTE FUNCTION reset_fund_look() O
table credit_fund trigger credit_fund_gone_under_lien: CREATE TRIGGER credit_fund_gone_under_lien AFTER DELETE ON afara.credit_fund FOR EACH ROW WHEN (old.has_lien) EXECUTE FUNCTION guard_lien() O
table credit_fund trigger credit_fund_under_lien: CREATE TRIGGER credit_fund_under_lien BEFORE UPDATE ON afara.credit_fund FOR EACH ROW WHEN (old.has_lien) EXECUTE FUNCTION guard_lien() O
table credit_lien: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table credit_lien column 01 id: uuid not null storage p
table credit_lien column 02 line_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table credit_lien column 03 case_id: uuid not null storage p
table credit_lien column 04 debit_line_id: uuid storage p
table credit_lien column 05 placed_at: timestamp with time zone not null storage p
table credit_lien column 06 placed_by: text not null storage x
table credit_lien column 07 reason: text not null storage x
table credit_lien column 08 lifted_at: timestamp with time zone storage p grants [afara_payer=SELECT afara_signer=SELECT]
table credit_lien column 09 lifted_by: text storage x
table credit_lien column 10 lifted_because: text storage x
table credit_lien column 11 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table credit_lien constraint credit_lien_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table credit_lien constraint credit_lien_check: CHECK ((num_nulls(lifted_at, lifted_by, lifted_because) = ANY (ARRAY[0, 3])))
table credit_lien constraint credit_lien_debit_line_id_fkey: FOREIGN KEY (debit_line_id) REFERENCES bank_line(id)
table credit_lien constraint credit_lien_lifted_because_check: CHECK ((btrim(lifted_because) <> ''::text))
table credit_lien constraint credit_lien_lifted_by_check: CHECK ((lifted_by <> ''::text))
table credit_lien constraint credit_lien_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table credit_lien constraint credit_lien_pkey: PRIMARY KEY (id)
table credit_lien constraint credit_lien_placed_by_check: CHECK ((placed_by <> ''::text))
table credit_lien constraint credit_lien_reason_check: CHECK ((btrim(reason) <> ''::text))
table credit_lien index credit_lien_in_force: CREATE UNIQUE INDEX credit_lien_in_force ON afara.credit_lien USING btree (line_id) WHERE (lifted_at IS NULL)
table credit_lien index credit_lien_of_debit: CREATE INDEX credit_lien_of_debit ON afara.credit_lien USING btree (debit_line_id) WHERE (debit_line_id IS NOT NULL)
table credit_lien index credit_lien_of_line: CREATE INDEX credit_lien_of_line ON afara.credit_lien USING btree (line_id)
table credit_lien index credit_lien_pkey: CREATE UNIQUE INDEX credit_lien_pkey ON afara.credit_lien USING btree (id)
table credit_lien index credit_lien_waiting: CREATE INDEX credit_lien_waiting ON afara.credit_lien USING btree (debit_line_id) WHERE ((debit_line_id IS NOT NULL) AND (lifted_at IS NULL))
table credit_lien trigger credit_lien_awaits: CREATE TRIGGER credit_lien_awaits BEFORE INSERT ON afara.credit_lien FOR EACH ROW EXECUTE FUNCTION await_opening() O
table credit_lien trigger credit_lien_lifted: CREATE TRIGGER credit_lien_lifted AFTER UPDATE ON afara.credit_lien FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL))) EXECUTE FUNCTION wake_waiting() O
table credit_lien trigger credit_lien_stays: CREATE TRIGGER credit_lien_stays BEFORE DELETE OR TRUNCATE ON afara.credit_lien FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table credit_return: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table credit_return column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table credit_return column 02 mode: mode not null storage p grants [afara_payer=SELECT]
table credit_return column 03 line_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table credit_return column 04 transaction_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table credit_return column 05 case_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table credit_return column 06 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table credit_return column 07 account_number: account_number not null storage x
table credit_return column 08 bank_code: text storage x
table credit_return column 09 bank_name: text storage x
table credit_return column 10 account_name: text storage x
table credit_return column 11 decided_at: timestamp with time zone not null storage p
table credit_return column 12 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table credit_return constraint credit_return_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table credit_return constraint credit_return_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table credit_return constraint credit_return_pkey: PRIMARY KEY (id)
table credit_return constraint credit_return_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table credit_return index credit_return_of_line: CREATE INDEX credit_return_of_line ON afara.credit_return USING btree (line_id)
table credit_return index credit_return_of_transaction: CREATE INDEX credit_return_of_transaction ON afara.credit_return USING btree (transaction_id) WHERE (transaction_id IS NOT NULL)
table credit_return index credit_return_once: CREATE UNIQUE INDEX credit_return_once ON afara.credit_return USING btree (case_id, line_id, transaction_id) NULLS NOT DISTINCT
table credit_return index credit_return_pkey: CREATE UNIQUE INDEX credit_return_pkey ON afara.credit_return USING btree (id)
table credit_return index credit_return_unasked: CREATE INDEX credit_return_unasked ON afara.credit_return USING btree (account_number, bank_code, decided_at) WHERE (case_id IS NULL)
table credit_return index credit_return_xid: CREATE INDEX credit_return_xid ON afara.credit_return USING btree (xid)
table credit_return policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table credit_return policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table credit_return policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table credit_return policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table credit_return policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table credit_return trigger credit_return_is_history: CREATE TRIGGER credit_return_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.credit_return FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table credit_return trigger credit_return_of_sanctioned: CREATE TRIGGER credit_return_of_sanctioned BEFORE INSERT ON afara.credit_return FOR EACH ROW EXECUTE FUNCTION guard_sanctions() O
table credit_take_back: afara_owner grants [afara_worker=SELECT]
table credit_take_back column 01 debit_line_id: uuid not null storage p
table credit_take_back column 02 credit_line_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table credit_take_back column 03 from_fund_minor: nonnegative_minor not null storage m
table credit_take_back column 04 at: timestamp with time zone not null storage p
table credit_take_back column 05 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint grants [afara_payer=SELECT afara_signer=SELECT]
table credit_take_back constraint credit_take_back_credit_line_id_fkey: FOREIGN KEY (credit_line_id) REFERENCES bank_line(id)
table credit_take_back constraint credit_take_back_credit_line_id_key: UNIQUE (credit_line_id)
table credit_take_back constraint credit_take_back_debit_line_id_fkey: FOREIGN KEY (debit_line_id) REFERENCES bank_line(id)
table credit_take_back constraint credit_take_back_pkey: PRIMARY KEY (debit_line_id)
table credit_take_back index credit_take_back_credit_line_id_key: CREATE UNIQUE INDEX credit_take_back_credit_line_id_key ON afara.credit_take_back USING btree (credit_line_id)
table credit_take_back index credit_take_back_pkey: CREATE UNIQUE INDEX credit_take_back_pkey ON afara.credit_take_back USING btree (debit_line_id)
table credit_take_back index credit_take_back_xid: CREATE INDEX credit_take_back_xid ON afara.credit_take_back USING btree (xid)
table credit_take_back trigger credit_take_back_is_history: CREATE TRIGGER credit_take_back_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.credit_take_back FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table credit_take_back trigger credit_take_back_was_no_charge: CREATE TRIGGER credit_take_back_was_no_charge AFTER INSERT ON afara.credit_take_back FOR EACH ROW EXECUTE FUNCTION undo_charge() O
table credit_take_back trigger credit_take_back_was_no_hand_payment: CREATE TRIGGER credit_take_back_was_no_hand_payment AFTER INSERT ON afara.credit_take_back FOR EACH ROW EXECUTE FUNCTION undo_hand_payment() O
table credit_take_back trigger credit_take_back_was_no_move: CREATE TRIGGER credit_take_back_was_no_move AFTER INSERT ON afara.credit_take_back FOR EACH ROW EXECUTE FUNCTION undo_move_left() O
table credit_use column 01 line_id: uuid storage p
table credit_use column 02 amount_minor: numeric storage m
table current_rail column 01 mode: mode storage p
table current_rail column 02 vendor: text storage x
table current_rail column 03 declared_at: timestamp with time zone storage p
table current_rail column 04 settles: text storage x
table current_rail column 05 millionths: integer storage p
table current_rail column 06 fixed_minor: nonnegative_minor storage m
table current_rail column 07 most_minor: nonnegative_minor storage m
table current_vendor_terms column 01 mode: mode storage p
table current_vendor_terms column 02 vendor: text storage x
table current_vendor_terms column 03 cap_minor: nonnegative_minor storage m
table current_vendor_terms column 04 pays_from_number: account_number storage x
table current_vendor_terms column 05 pays_from_bank: filled_text storage x
table current_vendor_terms column 06 decided_at: timestamp with time zone storage p
table customer_number: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table customer_number column 01 id: uuid not null storage p
table customer_number column 02 business_id: uuid not null storage p
table customer_number column 03 mode: mode not null storage p
table customer_number column 04 reference: transaction_reference not null storage x
table customer_number column 05 meaning: digest not null storage x
table customer_number column 06 customer_name: text not null storage x
table customer_number column 07 identity_type: text not null storage x
table customer_number column 08 identity_reference: text not null storage x
table customer_number column 09 network: text storage x
table customer_number column 10 wallet_address: text storage x
table customer_number column 11 vendor_account_id: uuid not null storage p
table customer_number column 12 created_at: timestamp with time zone not null storage p
table customer_number constraint customer_number_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table customer_number constraint customer_number_business_id_mode_reference_key: UNIQUE (business_id, mode, reference)
table customer_number constraint customer_number_check: CHECK (((network IS NULL) = (wallet_address IS NULL)))
table customer_number constraint customer_number_customer_name_check: CHECK (((btrim(customer_name) <> ''::text) AND (length(customer_name) <= 100)))
table customer_number constraint customer_number_identity_sealed: CHECK (((identity_reference ~ '^sealed:[A-Za-z0-9+/=]+$'::text) AND ((length(identity_reference) >= 55) AND (length(identity_reference) <= 250)))) NOT VALID not valid
table customer_number constraint customer_number_identity_type_check: CHECK ((identity_type = ANY (ARRAY['bvn'::text, 'nin'::text])))
table customer_number constraint customer_number_pkey: PRIMARY KEY (id)
table customer_number constraint customer_number_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table customer_number index customer_number_business_id_mode_reference_key: CREATE UNIQUE INDEX customer_number_business_id_mode_reference_key ON afara.customer_number USING btree (business_id, mode, reference)
table customer_number index customer_number_of_business: CREATE INDEX customer_number_of_business ON afara.customer_number USING btree (business_id, mode, id)
table customer_number index customer_number_pkey: CREATE UNIQUE INDEX customer_number_pkey ON afara.customer_number USING btree (id)
table customer_number policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table customer_number policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table customer_number policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table customer_number policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table customer_number trigger customer_number_is_history: CREATE TRIGGER customer_number_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.customer_number FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table customer_number_end: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table customer_number_end column 01 customer_number_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table customer_number_end column 02 business_id: uuid not null storage p
table customer_number_end column 03 mode: mode not null storage p
table customer_number_end column 04 ended_at: timestamp with time zone not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table customer_number_end constraint customer_number_end_customer_number_id_fkey: FOREIGN KEY (customer_number_id) REFERENCES customer_number(id)
table customer_number_end constraint customer_number_end_pkey: PRIMARY KEY (customer_number_id)
table customer_number_end index customer_number_end_pkey: CREATE UNIQUE INDEX customer_number_end_pkey ON afara.customer_number_end USING btree (customer_number_id)
table customer_number_end policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table customer_number_end policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table customer_number_end policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table customer_number_end policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table customer_number_end policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table customer_number_end policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table customer_number_end trigger customer_number_end_is_history: CREATE TRIGGER customer_number_end_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.customer_number_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table customer_number_payment: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table customer_number_payment column 01 line_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table customer_number_payment column 02 customer_number_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table customer_number_payment column 03 transaction_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table customer_number_payment column 04 business_id: uuid not null storage p
table customer_number_payment column 05 mode: mode not null storage p
table customer_number_payment column 06 at: timestamp with time zone not null storage p
table customer_number_payment constraint customer_number_payment_customer_number_id_fkey: FOREIGN KEY (customer_number_id) REFERENCES customer_number(id)
table customer_number_payment constraint customer_number_payment_pkey: PRIMARY KEY (line_id)
table customer_number_payment constraint customer_number_payment_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table customer_number_payment constraint customer_number_payment_transaction_id_key: UNIQUE (transaction_id)
table customer_number_payment index customer_number_payment_pkey: CREATE UNIQUE INDEX customer_number_payment_pkey ON afara.customer_number_payment USING btree (line_id)
table customer_number_payment index customer_number_payment_transaction_id_key: CREATE UNIQUE INDEX customer_number_payment_transaction_id_key ON afara.customer_number_payment USING btree (transaction_id)
table customer_number_payment policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table customer_number_payment policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table customer_number_payment policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table customer_number_payment policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table customer_number_payment policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table customer_number_payment policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table customer_number_payment trigger customer_number_payment_is_history: CREATE TRIGGER customer_number_payment_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.customer_number_payment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table daily_close: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table daily_close column 01 mode: mode not null storage p
table daily_close column 02 day: date not null storage p
table daily_close column 03 made_at: timestamp with time zone not null storage p
table daily_close column 04 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table daily_close constraint daily_close_pkey: PRIMARY KEY (mode, day)
table daily_close index daily_close_pkey: CREATE UNIQUE INDEX daily_close_pkey ON afara.daily_close USING btree (mode, day)
table daily_close policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table daily_close policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table daily_close policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table daily_close trigger daily_close_is_history: CREATE TRIGGER daily_close_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.daily_close FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table daily_close_line: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table daily_close_line column 01 mode: mode not null storage p
table daily_close_line column 02 day: date not null storage p
table daily_close_line column 03 kind: account_kind not null storage p
table daily_close_line column 04 owner: text not null storage x
table daily_close_line column 05 asset: asset not null storage p
table daily_close_line column 06 opening_minor: numeric(38,0) not null storage m
table daily_close_line column 07 in_minor: numeric(38,0) not null storage m
table daily_close_line column 08 out_minor: numeric(38,0) not null storage m
table daily_close_line column 09 closing_minor: numeric(38,0) not null storage m
table daily_close_line column 10 world_minor: numeric(78,0) storage m
table daily_close_line column 11 difference_minor: numeric(78,0) storage m
table daily_close_line constraint daily_close_line_check: CHECK ((closing_minor = ((opening_minor + in_minor) - out_minor)))
table daily_close_line constraint daily_close_line_mode_day_fkey: FOREIGN KEY (mode, day) REFERENCES daily_close(mode, day)
table daily_close_line constraint daily_close_line_pkey: PRIMARY KEY (mode, day, kind, owner, asset)
table daily_close_line index daily_close_line_pkey: CREATE UNIQUE INDEX daily_close_line_pkey ON afara.daily_close_line USING btree (mode, day, kind, owner, asset)
table daily_close_line policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table daily_close_line policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table daily_close_line policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table daily_close_line trigger daily_close_line_is_history: CREATE TRIGGER daily_close_line_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.daily_close_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table daily_close_sign_off: afara_owner rls forced grants [afara_people=SELECT]
table daily_close_sign_off column 01 mode: mode not null storage p
table daily_close_sign_off column 02 day: date not null storage p
table daily_close_sign_off column 03 operator_id: uuid not null storage p
table daily_close_sign_off column 04 text: text not null storage x
table daily_close_sign_off column 05 credential_id: bytea not null storage x
table daily_close_sign_off column 06 authenticator_data: bytea not null storage x
table daily_close_sign_off column 07 client_data: bytea not null storage x
table daily_close_sign_off column 08 signature: bytea not null storage x
table daily_close_sign_off column 09 at: timestamp with time zone not null storage p
table daily_close_sign_off column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table daily_close_sign_off constraint daily_close_sign_off_authenticator_data_check: CHECK (((octet_length(authenticator_data) >= 37) AND (octet_length(authenticator_data) <= 4096)))
table daily_close_sign_off constraint daily_close_sign_off_client_data_check: CHECK (((octet_length(client_data) >= 1) AND (octet_length(client_data) <= 4096)))
table daily_close_sign_off constraint daily_close_sign_off_credential_id_fkey: FOREIGN KEY (credential_id) REFERENCES passkey(credential_id)
table daily_close_sign_off constraint daily_close_sign_off_mode_day_fkey: FOREIGN KEY (mode, day) REFERENCES daily_close(mode, day)
table daily_close_sign_off constraint daily_close_sign_off_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table daily_close_sign_off constraint daily_close_sign_off_pkey: PRIMARY KEY (mode, day)
table daily_close_sign_off constraint daily_close_sign_off_signature_check: CHECK (((octet_length(signature) >= 1) AND (octet_length(signature) <= 1024)))
table daily_close_sign_off constraint daily_close_sign_off_text_check: CHECK (((text ~~ 'Afara close 1 %'::text) AND (length(text) <= 10000)))
table daily_close_sign_off index daily_close_sign_off_by: CREATE INDEX daily_close_sign_off_by ON afara.daily_close_sign_off USING btree (operator_id)
table daily_close_sign_off index daily_close_sign_off_pkey: CREATE UNIQUE INDEX daily_close_sign_off_pkey ON afara.daily_close_sign_off USING btree (mode, day)
table daily_close_sign_off index daily_close_sign_off_with: CREATE INDEX daily_close_sign_off_with ON afara.daily_close_sign_off USING btree (credential_id)
table daily_close_sign_off policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table daily_close_sign_off policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table daily_close_sign_off policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table daily_close_sign_off trigger daily_close_sign_off_is_history: CREATE TRIGGER daily_close_sign_off_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.daily_close_sign_off FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table daily_use: afara_owner rls forced grants [afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table daily_use column 01 business_id: uuid not null storage p
table daily_use column 02 mode: mode not null storage p
table daily_use column 03 day: date not null storage p
table daily_use column 04 used_minor: nonnegative_minor not null storage m
table daily_use column 05 counter: integer not null storage p 0
table daily_use constraint daily_use_pkey: PRIMARY KEY (business_id, mode, day, counter)
table daily_use index daily_use_pkey: CREATE UNIQUE INDEX daily_use_pkey ON afara.daily_use USING btree (business_id, mode, day, counter)
table daily_use policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table daily_use policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table daily_use policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table database_epoch: afara_owner grants []
table database_epoch column 01 epoch: bigint not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table database_epoch column 02 began_at: timestamp with time zone not null storage p
table database_epoch column 03 postmaster_start: timestamp with time zone not null storage p
table database_epoch constraint database_epoch_epoch_check: CHECK ((epoch > 0))
table database_epoch constraint database_epoch_pkey: PRIMARY KEY (epoch)
table database_epoch index database_epoch_pkey: CREATE UNIQUE INDEX database_epoch_pkey ON afara.database_epoch USING btree (epoch)
table database_epoch trigger database_epoch_is_history: CREATE TRIGGER database_epoch_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.database_epoch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table decision: afara_owner grants []
table decision column 01 kind: case_kind not null storage p
table decision column 02 action: text not null storage x
table decision column 03 carried_out_by: text not null storage x
table decision constraint decision_action_check: CHECK ((action <> ''::text))
table decision constraint decision_carried_out_by_check: CHECK ((carried_out_by <> ''::text))
table decision constraint decision_pkey: PRIMARY KEY (kind, action)
table decision index decision_pkey: CREATE UNIQUE INDEX decision_pkey ON afara.decision USING btree (kind, action)
table decision trigger decision_stays: CREATE TRIGGER decision_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table decision_policy: afara_owner grants [afara_people=SELECT]
table decision_policy column 01 mode: mode not null storage p
table decision_policy column 02 people: integer not null storage p
table decision_policy constraint decision_policy_live: CHECK (((mode <> 'live'::mode) OR (people = 2)))
table decision_policy constraint decision_policy_people_check: CHECK ((people = ANY (ARRAY[1, 2])))
table decision_policy constraint decision_policy_pkey: PRIMARY KEY (mode)
table decision_policy index decision_policy_pkey: CREATE UNIQUE INDEX decision_policy_pkey ON afara.decision_policy USING btree (mode)
table decision_signature: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table decision_signature column 01 case_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature column 02 version: integer not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature column 03 part: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature column 04 sequence: integer not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature column 05 operator_id: uuid not null storage p
table decision_signature column 06 credential_id: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature column 07 authenticator_data: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature column 08 client_data: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature column 09 signature: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature column 10 at: timestamp with time zone not null storage p
table decision_signature column 11 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint grants [afara_payer=SELECT afara_signer=SELECT]
table decision_signature constraint decision_signature_authenticator_data_check: CHECK (((octet_length(authenticator_data) >= 37) AND (octet_length(authenticator_data) <= 4096)))
table decision_signature constraint decision_signature_case_id_sequence_fkey: FOREIGN KEY (case_id, sequence) REFERENCES case_step(case_id, sequence)
table decision_signature constraint decision_signature_case_id_sequence_key: UNIQUE (case_id, sequence)
table decision_signature constraint decision_signature_case_id_version_fkey: FOREIGN KEY (case_id, version) REFERENCES signed_decision(case_id, version)
table decision_signature constraint decision_signature_check: CHECK (((part = 'proposed'::text) = (sequence = version)))
table decision_signature constraint decision_signature_client_data_check: CHECK (((octet_length(client_data) >= 1) AND (octet_length(client_data) <= 4096)))
table decision_signature constraint decision_signature_credential_id_fkey: FOREIGN KEY (credential_id) REFERENCES passkey(credential_id)
table decision_signature constraint decision_signature_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table decision_signature constraint decision_signature_part_check: CHECK ((part = ANY (ARRAY['proposed'::text, 'approved'::text])))
table decision_signature constraint decision_signature_pkey: PRIMARY KEY (case_id, version, part)
table decision_signature constraint decision_signature_signature_check: CHECK (((octet_length(signature) >= 1) AND (octet_length(signature) <= 1024)))
table decision_signature index decision_signature_case_id_sequence_key: CREATE UNIQUE INDEX decision_signature_case_id_sequence_key ON afara.decision_signature USING btree (case_id, sequence)
table decision_signature index decision_signature_pkey: CREATE UNIQUE INDEX decision_signature_pkey ON afara.decision_signature USING btree (case_id, version, part)
table decision_signature index decision_signature_xid: CREATE INDEX decision_signature_xid ON afara.decision_signature USING btree (xid)
table decision_signature policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table decision_signature policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table decision_signature policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table decision_signature policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table decision_signature policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table decision_signature trigger decision_signature_guard: CREATE TRIGGER decision_signature_guard BEFORE INSERT ON afara.decision_signature FOR EACH ROW EXECUTE FUNCTION guard_decision_signature() O
table decision_signature trigger decision_signature_is_history: CREATE TRIGGER decision_signature_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.decision_signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table declared_posting: afara_owner {fillfactor=10} grants []
table declared_posting column 01 step: text not null storage x
table declared_posting column 02 debit_kind: account_kind not null storage p
table declared_posting column 03 credit_kind: account_kind not null storage p
table declared_posting column 04 mode: mode not null storage p
table declared_posting constraint declared_posting_pkey: PRIMARY KEY (step, debit_kind, credit_kind, mode)
table declared_posting index declared_posting_pkey: CREATE UNIQUE INDEX declared_posting_pkey ON afara.declared_posting USING btree (step, debit_kind, credit_kind, mode)
table delivery: afara_owner {fillfactor=70} rls forced grants [afara_people=SELECT afara_worker=SELECT]
table delivery column 01 transaction_id: uuid not null storage p
table delivery column 02 mode: mode not null storage p
table delivery column 03 business_id: uuid not null storage p
table delivery column 04 lane_id: uuid not null storage p
table delivery column 05 network: text not null storage x
table delivery column 06 address: text not null storage x
table delivery column 07 amount_minor: positive_minor not null storage m
table delivery column 08 fee_minor: nonnegative_minor not null storage m
table delivery column 09 tokens_minor: positive_minor not null storage m
table delivery column 10 cleared_at: timestamp with time zone not null storage p
table delivery column 11 due_at: timestamp with time zone not null storage p
table delivery column 12 purpose: text not null storage x 'delivery'::text
table delivery constraint delivery_pkey: PRIMARY KEY (transaction_id)
table delivery constraint delivery_purpose_check: CHECK ((purpose = ANY (ARRAY['delivery'::text, 'withdrawal'::text])))
table delivery index delivery_of_lane: CREATE INDEX delivery_of_lane ON afara.delivery USING btree (lane_id, due_at, transaction_id)
table delivery index delivery_pkey: CREATE UNIQUE INDEX delivery_pkey ON afara.delivery USING btree (transaction_id)
table delivery policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table delivery policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table delivery policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table deposit column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table deposit column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table deposit column 03 network: text not null storage x grants [afara_payer=SELECT]
table deposit column 04 tx_hash: text not null storage x grants [afara_payer=SELECT]
table deposit column 05 log_index: integer not null storage p grants [afara_payer=SELECT]
table deposit column 06 block: numeric(38,0) not null storage m
table deposit column 07 block_hash: text not null storage x
table deposit column 08 address: text not null storage x grants [afara_payer=SELECT]
table deposit column 09 sender: text not null storage x
table deposit column 10 token: text not null storage x grants [afara_payer=SELECT]
table deposit column 11 units: numeric(78,0) not null storage m
table deposit column 12 minor: nonnegative_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table deposit column 13 dust_units: numeric(78,0) not null storage m
table deposit column 14 held_minor: nonnegative_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table deposit column 15 transaction_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table deposit column 16 outcome: text not null storage x grants [afara_payer=SELECT]
table deposit column 17 entry_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table deposit column 18 seen_at: timestamp with time zone not null storage p
table deposit column 19 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table deposit constraint deposit_check: CHECK (((held_minor)::numeric <= (minor)::numeric))
table deposit constraint deposit_check1: CHECK (((((minor)::numeric = (0)::numeric) = (entry_id IS NULL)) AND (((minor)::numeric = (0)::numeric) = (outcome = 'dust'::text))))
table deposit constraint deposit_check2: CHECK ( CASE outcome WHEN 'funded'::text THEN ((held_minor)::numeric = (minor)::numeric) WHEN 'over'::text THEN (((held_minor)::numeric > (0)::numeric) AND ((held_minor)::numeric < (minor)::numeric)) WHEN 'late'::text THEN ((held_minor)::numeric > (0)::numeric) ELSE ((held_minor)::numeric = (0)::numeric) END)
table deposit constraint deposit_dust_units_check: CHECK ((dust_units >= (0)::numeric))
table deposit constraint deposit_log_index_check: CHECK ((log_index >= 0))
table deposit constraint deposit_mode_network_tx_hash_log_index_key: UNIQUE (mode, network, tx_hash, log_index)
table deposit constraint deposit_outcome_check: CHECK ((outcome = ANY (ARRAY['funded'::text, 'over'::text, 'second'::text, 'late'::text, 'wrong_chain'::text, 'dust'::text])))
table deposit constraint deposit_pkey: PRIMARY KEY (id)
table deposit constraint deposit_units_check: CHECK ((units > (0)::numeric))
table deposit index deposit_at_address: CREATE INDEX deposit_at_address ON afara.deposit USING btree (address, network, mode)
table deposit index deposit_beside: CREATE INDEX deposit_beside ON afara.deposit USING btree (transaction_id) WHERE ((held_minor)::numeric < (minor)::numeric)
table deposit index deposit_by_hash: CREATE INDEX deposit_by_hash ON afara.deposit USING btree (tx_hash)
table deposit index deposit_by_sender: CREATE INDEX deposit_by_sender ON afara.deposit USING btree (sender, transaction_id)
table deposit index deposit_mode_network_tx_hash_log_index_key: CREATE UNIQUE INDEX deposit_mode_network_tx_hash_log_index_key ON afara.deposit USING btree (mode, network, tx_hash, log_index)
table deposit index deposit_of_transaction: CREATE INDEX deposit_of_transaction ON afara.deposit USING btree (transaction_id)
table deposit index deposit_pkey: CREATE UNIQUE INDEX deposit_pkey ON afara.deposit USING btree (id)
table deposit index deposit_xid: CREATE INDEX deposit_xid ON afara.deposit USING btree (xid)
table deposit policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table deposit policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table deposit policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table deposit policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table deposit trigger deposit_is_history: CREATE TRIGGER deposit_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.deposit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table deposit trigger deposit_is_unswept: CREATE TRIGGER deposit_is_unswept AFTER INSERT ON afara.deposit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_unswept() O
table deposit_account: afara_owner {fillfactor=70} rls forced grants [afara_worker=SELECT]
table deposit_account column 01 mode: mode not null storage p
table deposit_account column 02 network: text not null storage x
table deposit_account column 03 address: text not null storage x
table deposit_account column 04 transaction_id: uuid not null storage p
table deposit_account column 05 state: text not null storage x 'wanted'::text
table deposit_account column 06 due_at: timestamp with time zone not null storage p
table deposit_account column 07 closed_at: timestamp with time zone storage p
table deposit_account column 08 network_opens_accounts: boolean not null storage p stored true
table deposit_account constraint deposit_account_check: CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL)))
table deposit_account constraint deposit_account_network_network_opens_accounts_fkey: FOREIGN KEY (network, network_opens_accounts) REFERENCES network(name, opens_deposit_accounts)
table deposit_account constraint deposit_account_pkey: PRIMARY KEY (address, network, mode)
table deposit_account constraint deposit_account_state_check: CHECK ((state = ANY (ARRAY['wanted'::text, 'open'::text, 'closed'::text])))
table deposit_account index deposit_account_closed: CREATE INDEX deposit_account_closed ON afara.deposit_account USING btree (network, mode, closed_at) WHERE (state = 'closed'::text)
table deposit_account index deposit_account_due: CREATE INDEX deposit_account_due ON afara.deposit_account USING btree (network, mode, state, due_at) WHERE (state <> 'closed'::text)
table deposit_account index deposit_account_pkey: CREATE UNIQUE INDEX deposit_account_pkey ON afara.deposit_account USING btree (address, network, mode)
table deposit_account policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table deposit_account policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table deposit_account policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit_account trigger deposit_account_stays: CREATE TRIGGER deposit_account_stays BEFORE DELETE OR TRUNCATE ON afara.deposit_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table deposit_address: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_worker=SELECT]
table deposit_address column 01 mode: mode not null storage p grants [afara_payer=SELECT]
table deposit_address column 02 network: text not null storage x grants [afara_payer=SELECT]
table deposit_address column 03 address: text not null storage x grants [afara_payer=SELECT]
table deposit_address column 04 transaction_id: uuid not null storage p grants [afara_payer=SELECT]
table deposit_address column 05 created_at: timestamp with time zone not null storage p
table deposit_address constraint deposit_address_address_check: CHECK ((address <> ''::text))
table deposit_address constraint deposit_address_network_fkey: FOREIGN KEY (network) REFERENCES network(name)
table deposit_address constraint deposit_address_pkey: PRIMARY KEY (mode, network, address)
table deposit_address index deposit_address_anywhere: CREATE UNIQUE INDEX deposit_address_anywhere ON afara.deposit_address USING btree (address, mode)
table deposit_address index deposit_address_of_sell: CREATE UNIQUE INDEX deposit_address_of_sell ON afara.deposit_address USING btree (transaction_id)
table deposit_address index deposit_address_pkey: CREATE UNIQUE INDEX deposit_address_pkey ON afara.deposit_address USING btree (mode, network, address)
table deposit_address policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table deposit_address policy own_rows: PERMISSIVE {afara_api} SELECT using (EXISTS ( SELECT FROM transaction t WHERE (t.id = deposit_address.transaction_id)))
table deposit_address policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table deposit_address policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table deposit_address policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit_address trigger deposit_address_is_history: CREATE TRIGGER deposit_address_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.deposit_address FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table deposit_address trigger deposit_address_is_opened: CREATE TRIGGER deposit_address_is_opened AFTER INSERT ON afara.deposit_address FOR EACH ROW WHEN (must_be_opened(new.network)) EXECUTE FUNCTION want_account() O
table deposit_answer: afara_owner rls forced grants [afara_worker=SELECT]
table deposit_answer column 01 deposit_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table deposit_answer column 02 mode: mode not null storage p
table deposit_answer column 03 case_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table deposit_answer column 04 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table deposit_answer column 05 entry_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table deposit_answer column 06 withdrawal_id: uuid storage p
table deposit_answer column 07 at: timestamp with time zone not null storage p
table deposit_answer column 08 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table deposit_answer constraint deposit_answer_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table deposit_answer constraint deposit_answer_deposit_id_fkey: FOREIGN KEY (deposit_id) REFERENCES deposit(id)
table deposit_answer constraint deposit_answer_pkey: PRIMARY KEY (deposit_id)
table deposit_answer index deposit_answer_entry: CREATE UNIQUE INDEX deposit_answer_entry ON afara.deposit_answer USING btree (entry_id)
table deposit_answer index deposit_answer_pkey: CREATE UNIQUE INDEX deposit_answer_pkey ON afara.deposit_answer USING btree (deposit_id)
table deposit_answer policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table deposit_answer policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table deposit_answer policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table deposit_answer policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit_answer policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table deposit_answer trigger deposit_answer_is_history: CREATE TRIGGER deposit_answer_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.deposit_answer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table deposit_holding: afara_owner {fillfactor=70} rls forced grants [afara_reconciler=SELECT afara_worker=SELECT]
table deposit_holding column 01 mode: mode not null storage p
table deposit_holding column 02 network: text not null storage x
table deposit_holding column 03 address: text not null storage x
table deposit_holding column 04 units: numeric(78,0) not null storage m
table deposit_holding column 05 looked_at: timestamp with time zone storage p
table deposit_holding column 06 off_units: numeric(78,0) not null storage m 0
table deposit_holding constraint deposit_holding_pkey: PRIMARY KEY (mode, network, address)
table deposit_holding index deposit_holding_next: CREATE INDEX deposit_holding_next ON afara.deposit_holding USING btree (mode, network, looked_at NULLS FIRST, address)
table deposit_holding index deposit_holding_off: CREATE INDEX deposit_holding_off ON afara.deposit_holding USING btree (mode, network) WHERE (off_units <> (0)::numeric)
table deposit_holding index deposit_holding_pkey: CREATE UNIQUE INDEX deposit_holding_pkey ON afara.deposit_holding USING btree (mode, network, address)
table deposit_holding policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table deposit_holding policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table deposit_holding policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit_in_suspense column 01 id: uuid storage p
table deposit_in_suspense column 02 mode: mode storage p
table deposit_in_suspense column 03 transaction_id: uuid storage p
table deposit_in_suspense column 04 network: text storage x
table deposit_in_suspense column 05 tx_hash: text storage x
table deposit_in_suspense column 06 sender: text storage x
table deposit_in_suspense column 07 amount_minor: numeric storage m
table deposit_in_suspense column 08 kind: case_kind storage p
table deposit_opening: afara_owner {fillfactor=70} rls forced grants [afara_worker=SELECT]
table deposit_opening column 01 id: uuid not null storage p
table deposit_opening column 02 mode: mode not null storage p
table deposit_opening column 03 network: text not null storage x
table deposit_opening column 04 sweeper: text not null storage x
table deposit_opening column 05 nonce: numeric(38,0) not null storage m
table deposit_opening column 06 addresses: text[] not null storage x
table deposit_opening column 07 raw: bytea not null storage x
table deposit_opening column 08 hash: text not null storage x
table deposit_opening column 09 terms: jsonb not null storage x
table deposit_opening column 10 signed_at: timestamp with time zone not null storage p
table deposit_opening column 11 state: text not null storage x 'signed'::text
table deposit_opening column 12 ended_at: timestamp with time zone storage p
table deposit_opening column 13 gas_units: numeric(78,0) storage m
table deposit_opening column 14 entry_id: uuid storage p
table deposit_opening constraint deposit_opening_addresses_check: CHECK (((cardinality(addresses) >= 1) AND (cardinality(addresses) <= 200)))
table deposit_opening constraint deposit_opening_check: CHECK (((state = 'signed'::text) = (ended_at IS NULL)))
table deposit_opening constraint deposit_opening_nonce_check: CHECK ((nonce >= (0)::numeric))
table deposit_opening constraint deposit_opening_pkey: PRIMARY KEY (id)
table deposit_opening constraint deposit_opening_state_check: CHECK ((state = ANY (ARRAY['signed'::text, 'final_ok'::text, 'final_failed'::text, 'void'::text])))
table deposit_opening constraint deposit_opening_terms_check: CHECK ((jsonb_typeof(terms) = 'object'::text))
table deposit_opening index deposit_opening_entry: CREATE INDEX deposit_opening_entry ON afara.deposit_opening USING btree (entry_id) WHERE (entry_id IS NOT NULL)
table deposit_opening index deposit_opening_out: CREATE INDEX deposit_opening_out ON afara.deposit_opening USING btree (network, mode, signed_at) WHERE (state = 'signed'::text)
table deposit_opening index deposit_opening_pkey: CREATE UNIQUE INDEX deposit_opening_pkey ON afara.deposit_opening USING btree (id)
table deposit_opening policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table deposit_opening policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table deposit_opening policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit_opening trigger deposit_opening_stays: CREATE TRIGGER deposit_opening_stays BEFORE DELETE OR TRUNCATE ON afara.deposit_opening FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table deposit_quarantine: afara_owner rls forced grants [afara_reconciler=SELECT afara_worker=SELECT]
table deposit_quarantine column 01 id: uuid not null storage p
table deposit_quarantine column 02 mode: mode not null storage p
table deposit_quarantine column 03 network: text not null storage x
table deposit_quarantine column 04 tx_hash: text not null storage x
table deposit_quarantine column 05 log_index: integer not null storage p
table deposit_quarantine column 06 problem: text not null storage x
table deposit_quarantine column 07 raw: jsonb not null storage x
table deposit_quarantine column 08 seen_at: timestamp with time zone not null storage p
table deposit_quarantine column 09 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table deposit_quarantine column 10 block: numeric(38,0) storage m
table deposit_quarantine column 11 units: numeric(78,0) storage m
table deposit_quarantine constraint deposit_quarantine_mode_network_tx_hash_log_index_key: UNIQUE (mode, network, tx_hash, log_index)
table deposit_quarantine constraint deposit_quarantine_pkey: PRIMARY KEY (id)
table deposit_quarantine constraint deposit_quarantine_problem_check: CHECK ((problem <> ''::text))
table deposit_quarantine index deposit_quarantine_arrived: CREATE INDEX deposit_quarantine_arrived ON afara.deposit_quarantine USING btree (network, mode) WHERE (units IS NOT NULL)
table deposit_quarantine index deposit_quarantine_from: CREATE INDEX deposit_quarantine_from ON afara.deposit_quarantine USING btree (((raw ->> 'sender'::text)))
table deposit_quarantine index deposit_quarantine_mode_network_tx_hash_log_index_key: CREATE UNIQUE INDEX deposit_quarantine_mode_network_tx_hash_log_index_key ON afara.deposit_quarantine USING btree (mode, network, tx_hash, log_index)
table deposit_quarantine index deposit_quarantine_pkey: CREATE UNIQUE INDEX deposit_quarantine_pkey ON afara.deposit_quarantine USING btree (id)
table deposit_quarantine index deposit_quarantine_to: CREATE INDEX deposit_quarantine_to ON afara.deposit_quarantine USING btree (((raw ->> 'address'::text)))
table deposit_quarantine policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table deposit_quarantine policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table deposit_quarantine policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit_quarantine trigger deposit_quarantine_is_history: CREATE TRIGGER deposit_quarantine_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.deposit_quarantine FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table deposit_sweep: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table deposit_sweep column 01 id: uuid not null storage p
table deposit_sweep column 02 mode: mode not null storage p
table deposit_sweep column 03 network: text not null storage x
table deposit_sweep column 04 tx_hash: text not null storage x
table deposit_sweep column 05 log_index: integer not null storage p
table deposit_sweep column 06 block: numeric(38,0) not null storage m
table deposit_sweep column 07 block_hash: text not null storage x
table deposit_sweep column 08 address: text not null storage x
table deposit_sweep column 09 lane_id: uuid storage p
table deposit_sweep column 10 units: numeric(78,0) not null storage m
table deposit_sweep column 11 swept_minor: nonnegative_minor not null storage m
table deposit_sweep column 12 entry_id: uuid storage p
table deposit_sweep column 13 seen_at: timestamp with time zone not null storage p
table deposit_sweep column 14 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table deposit_sweep column 15 case_id: uuid storage p
table deposit_sweep constraint deposit_sweep_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table deposit_sweep constraint deposit_sweep_check: CHECK ((((swept_minor)::numeric = (0)::numeric) = (entry_id IS NULL)))
table deposit_sweep constraint deposit_sweep_check1: CHECK (((lane_id IS NULL) = (case_id IS NOT NULL)))
table deposit_sweep constraint deposit_sweep_log_index_check: CHECK ((log_index >= 0))
table deposit_sweep constraint deposit_sweep_mode_network_tx_hash_log_index_address_key: UNIQUE (mode, network, tx_hash, log_index, address)
table deposit_sweep constraint deposit_sweep_pkey: PRIMARY KEY (id)
table deposit_sweep constraint deposit_sweep_units_check: CHECK ((units > (0)::numeric))
table deposit_sweep index deposit_sweep_at_address: CREATE INDEX deposit_sweep_at_address ON afara.deposit_sweep USING btree (address, network, mode)
table deposit_sweep index deposit_sweep_by_hash: CREATE INDEX deposit_sweep_by_hash ON afara.deposit_sweep USING btree (tx_hash)
table deposit_sweep index deposit_sweep_mode_network_tx_hash_log_index_address_key: CREATE UNIQUE INDEX deposit_sweep_mode_network_tx_hash_log_index_address_key ON afara.deposit_sweep USING btree (mode, network, tx_hash, log_index, address)
table deposit_sweep index deposit_sweep_of_case: CREATE INDEX deposit_sweep_of_case ON afara.deposit_sweep USING btree (case_id) WHERE (case_id IS NOT NULL)
table deposit_sweep index deposit_sweep_of_lane: CREATE INDEX deposit_sweep_of_lane ON afara.deposit_sweep USING btree (lane_id, block)
table deposit_sweep index deposit_sweep_pkey: CREATE UNIQUE INDEX deposit_sweep_pkey ON afara.deposit_sweep USING btree (id)
table deposit_sweep index deposit_sweep_xid: CREATE INDEX deposit_sweep_xid ON afara.deposit_sweep USING btree (xid)
table deposit_sweep policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table deposit_sweep policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table deposit_sweep policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table deposit_sweep trigger deposit_sweep_is_history: CREATE TRIGGER deposit_sweep_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.deposit_sweep FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table deposit_sweep trigger deposit_sweep_is_noted: CREATE TRIGGER deposit_sweep_is_noted AFTER INSERT ON afara.deposit_sweep REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_swept() O
table device_login: afara_owner unlogged rls forced grants [afara_people=DELETE,INSERT,SELECT]
table device_login column 01 id: uuid not null storage p
table device_login column 02 device_hash: digest not null storage x
table device_login column 03 user_hash: digest not null storage x
table device_login column 04 machine: text not null storage x
table device_login column 05 address: inet not null storage m
table device_login column 06 created_at: timestamp with time zone not null storage p
table device_login column 07 expires_at: timestamp with time zone not null storage p
table device_login column 08 confirmed_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table device_login column 09 passkey_id: uuid storage p grants [afara_people=UPDATE]
table device_login column 10 denied_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table device_login constraint device_login_confirmed_in_time: CHECK (((num_nonnulls(confirmed_at, passkey_id) = ANY (ARRAY[0, 2])) AND (confirmed_at >= created_at) AND (confirmed_at < expires_at)))
table device_login constraint device_login_device_hash_key: UNIQUE (device_hash)
table device_login constraint device_login_ends_once: CHECK ((num_nonnulls(confirmed_at, denied_at) < 2))
table device_login constraint device_login_expires: CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '00:10:00'::interval))))
table device_login constraint device_login_machine_check: CHECK (((machine = btrim(machine)) AND ((length(machine) >= 1) AND (length(machine) <= 100))))
table device_login constraint device_login_passkey_id_fkey: FOREIGN KEY (passkey_id) REFERENCES passkey(id)
table device_login constraint device_login_pkey: PRIMARY KEY (id)
table device_login constraint device_login_user_hash_key: UNIQUE (user_hash)
table device_login index device_login_device_hash_key: CREATE UNIQUE INDEX device_login_device_hash_key ON afara.device_login USING btree (device_hash)
table device_login index device_login_expired: CREATE INDEX device_login_expired ON afara.device_login USING btree (expires_at)
table device_login index device_login_pkey: CREATE UNIQUE INDEX device_login_pkey ON afara.device_login USING btree (id)
table device_login index device_login_user_hash_key: CREATE UNIQUE INDEX device_login_user_hash_key ON afara.device_login USING btree (user_hash)
table device_login policy house: PERMISSIVE {afara_owner} ALL using true check true
table device_login policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table device_login policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table device_login trigger device_login_guard: CREATE TRIGGER device_login_guard BEFORE UPDATE ON afara.device_login FOR EACH ROW EXECUTE FUNCTION guard_device_login() O
table email_confirmation: afara_owner rls forced grants []
table email_confirmation column 01 id: uuid not null storage p
table email_confirmation column 02 member_id: uuid not null storage p
table email_confirmation column 03 token_hash: digest not null storage x
table email_confirmation column 04 created_at: timestamp with time zone not null storage p
table email_confirmation column 05 expires_at: timestamp with time zone not null storage p
table email_confirmation column 06 confirmed_at: timestamp with time zone storage p
table email_confirmation constraint email_confirmation_check: CHECK (((confirmed_at >= created_at) AND (confirmed_at < expires_at)))
table email_confirmation constraint email_confirmation_expires: CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '7 days'::interval))))
table email_confirmation constraint email_confirmation_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table email_confirmation constraint email_confirmation_pkey: PRIMARY KEY (id)
table email_confirmation constraint email_confirmation_token_hash_key: UNIQUE (token_hash)
table email_confirmation index email_confirmation_of_member: CREATE INDEX email_confirmation_of_member ON afara.email_confirmation USING btree (member_id, created_at)
table email_confirmation index email_confirmation_pkey: CREATE UNIQUE INDEX email_confirmation_pkey ON afara.email_confirmation USING btree (id)
table email_confirmation index email_confirmation_token_hash_key: CREATE UNIQUE INDEX email_confirmation_token_hash_key ON afara.email_confirmation USING btree (token_hash)
table email_confirmation policy house: PERMISSIVE {afara_owner} ALL using true check true
table email_confirmation policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table email_confirmation policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table email_confirmation trigger email_confirmation_guard: CREATE TRIGGER email_confirmation_guard BEFORE UPDATE ON afara.email_confirmation FOR EACH ROW EXECUTE FUNCTION guard_email_confirmation() O
table email_confirmation trigger email_confirmation_stays: CREATE TRIGGER email_confirmation_stays BEFORE DELETE OR TRUNCATE ON afara.email_confirmation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table email_request: afara_owner unlogged rls forced grants [afara_people=SELECT]
table email_request column 01 id: uuid not null storage p
table email_request column 02 purpose: text not null storage x
table email_request column 03 email_hash: digest not null storage x
table email_request column 04 source: cidr not null storage m
table email_request column 05 created_at: timestamp with time zone not null storage p
table email_request column 06 member_id: uuid storage p
table email_request column 07 token_hash: digest storage x
table email_request column 08 browser_hash: digest storage x
table email_request column 09 opened_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table email_request column 10 failures: integer not null storage p 0 grants [afara_people=UPDATE]
table email_request column 11 ended_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table email_request constraint email_request_ends_after_opening: CHECK (((ended_at >= opened_at) AND ((ended_at IS NULL) OR (opened_at IS NOT NULL))))
table email_request constraint email_request_failures_check: CHECK (((failures >= 0) AND (failures <= 5)))
table email_request constraint email_request_has_link: CHECK ((num_nonnulls(token_hash, browser_hash) = CASE WHEN (purpose = 'sign_in'::text) THEN 2 ELSE 0 END))
table email_request constraint email_request_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table email_request constraint email_request_opened_in_time: CHECK (((opened_at >= created_at) AND (opened_at < (created_at + '00:10:00'::interval))))
table email_request constraint email_request_pkey: PRIMARY KEY (id)
table email_request constraint email_request_purpose_check: CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'recovery'::text])))
table email_request constraint email_request_token_hash_key: UNIQUE (token_hash)
table email_request index email_request_created: CREATE INDEX email_request_created ON afara.email_request USING btree (created_at)
table email_request index email_request_of_browser: CREATE INDEX email_request_of_browser ON afara.email_request USING btree (browser_hash) WHERE (opened_at IS NOT NULL)
table email_request index email_request_of_email: CREATE INDEX email_request_of_email ON afara.email_request USING btree (email_hash, created_at)
table email_request index email_request_of_source: CREATE INDEX email_request_of_source ON afara.email_request USING btree (source, created_at)
table email_request index email_request_pkey: CREATE UNIQUE INDEX email_request_pkey ON afara.email_request USING btree (id)
table email_request index email_request_token_hash_key: CREATE UNIQUE INDEX email_request_token_hash_key ON afara.email_request USING btree (token_hash)
table email_request policy house: PERMISSIVE {afara_owner} ALL using true check true
table email_request policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table email_request policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table email_request trigger email_request_guard: CREATE TRIGGER email_request_guard BEFORE UPDATE ON afara.email_request FOR EACH ROW EXECUTE FUNCTION guard_email_request() O
table enrolled_wallet: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT]
table enrolled_wallet column 01 id: uuid not null storage p grants [afara_signer=SELECT]
table enrolled_wallet column 02 business_id: uuid not null storage p grants [afara_signer=SELECT]
table enrolled_wallet column 03 mode: mode not null storage p grants [afara_signer=SELECT]
table enrolled_wallet column 04 network: filled_text not null storage x grants [afara_signer=SELECT]
table enrolled_wallet column 05 address: filled_text not null storage x grants [afara_signer=SELECT]
table enrolled_wallet column 06 label: text not null storage x grants [afara_signer=SELECT]
table enrolled_wallet column 07 text: text not null storage x
table enrolled_wallet column 08 added_by: uuid not null storage p
table enrolled_wallet column 09 created_at: timestamp with time zone not null storage p grants [afara_signer=SELECT]
table enrolled_wallet column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table enrolled_wallet constraint enrolled_wallet_added_by_fkey: FOREIGN KEY (added_by) REFERENCES member(id)
table enrolled_wallet constraint enrolled_wallet_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table enrolled_wallet constraint enrolled_wallet_label_check: CHECK (((length(label) >= 1) AND (length(label) <= 60)))
table enrolled_wallet constraint enrolled_wallet_pkey: PRIMARY KEY (id)
table enrolled_wallet constraint enrolled_wallet_text_check: CHECK (((text ~~ 'Afara wallet 1 %'::text) AND (length(text) <= 2000)))
table enrolled_wallet index enrolled_wallet_by_address: CREATE INDEX enrolled_wallet_by_address ON afara.enrolled_wallet USING btree (address)
table enrolled_wallet index enrolled_wallet_of_business: CREATE INDEX enrolled_wallet_of_business ON afara.enrolled_wallet USING btree (business_id, mode, id)
table enrolled_wallet index enrolled_wallet_pkey: CREATE UNIQUE INDEX enrolled_wallet_pkey ON afara.enrolled_wallet USING btree (id)
table enrolled_wallet index enrolled_wallet_xid: CREATE INDEX enrolled_wallet_xid ON afara.enrolled_wallet USING btree (xid)
table enrolled_wallet policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table enrolled_wallet policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table enrolled_wallet policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table enrolled_wallet policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table enrolled_wallet policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table enrolled_wallet trigger enrolled_wallet_is_history: CREATE TRIGGER enrolled_wallet_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.enrolled_wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table entry: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table entry column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table entry column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table entry column 03 transaction_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table entry column 04 step: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table entry column 05 reverses: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table entry column 06 posted_at: timestamp with time zone not null storage p
table entry column 07 xid: bigint not null storage p
table entry constraint entry_pkey: PRIMARY KEY (id)
table entry index entry_of_balance_cause: CREATE UNIQUE INDEX entry_of_balance_cause ON afara.entry USING btree (transaction_id) WHERE (step = ANY (ARRAY['credited_to_balance'::text, 'returned_to_balance'::text, 'returned_to_wallet'::text]))
table entry index entry_of_transaction: CREATE INDEX entry_of_transaction ON afara.entry USING btree (transaction_id) WHERE (transaction_id IS NOT NULL)
table entry index entry_pkey: CREATE UNIQUE INDEX entry_pkey ON afara.entry USING btree (id)
table entry index entry_posted_at: CREATE INDEX entry_posted_at ON afara.entry USING brin (posted_at) WITH (pages_per_range='16', autosummarize='on')
table entry index entry_reverses: CREATE UNIQUE INDEX entry_reverses ON afara.entry USING btree (reverses) WHERE (reverses IS NOT NULL)
table entry index entry_xid: CREATE INDEX entry_xid ON afara.entry USING btree (xid)
table entry policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table entry policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table entry policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table entry policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table entry policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table entry trigger entry_is_history: CREATE TRIGGER entry_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table event_position: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table event_position column 01 position: bigint not null storage p
table event_position column 02 transaction_id: uuid storage p
table event_position column 03 sequence: integer storage p
table event_position column 04 business_id: uuid storage p
table event_position column 05 mode: mode not null storage p
table event_position column 06 number: bigint storage p
table event_position column 07 event_id: uuid not null storage p
table event_position column 08 wallet_stop: jsonb storage x
table event_position constraint event_position_number_check: CHECK ((number >= 1))
table event_position constraint event_position_pkey: PRIMARY KEY ("position")
table event_position constraint event_position_transaction_id_sequence_key: UNIQUE (transaction_id, sequence)
table event_position index event_position_event: CREATE UNIQUE INDEX event_position_event ON afara.event_position USING btree (event_id)
table event_position index event_position_feed: CREATE UNIQUE INDEX event_position_feed ON afara.event_position USING btree (business_id, mode, number) WHERE (number IS NOT NULL)
table event_position index event_position_pkey: CREATE UNIQUE INDEX event_position_pkey ON afara.event_position USING btree ("position")
table event_position index event_position_transaction_id_sequence_key: CREATE UNIQUE INDEX event_position_transaction_id_sequence_key ON afara.event_position USING btree (transaction_id, sequence)
table event_position policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table event_position policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table event_position policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table event_position policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table event_position trigger event_position_is_history: CREATE TRIGGER event_position_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.event_position FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table expected_payment: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table expected_payment column 01 id: uuid not null storage p
table expected_payment column 02 mode: mode not null storage p
table expected_payment column 03 business_id: uuid not null storage p
table expected_payment column 04 vendor_account_id: uuid not null storage p
table expected_payment column 05 transaction_id: uuid not null storage p
table expected_payment column 06 amount_minor: positive_minor not null storage m
table expected_payment column 07 code: text not null storage x
table expected_payment column 08 issued_at: timestamp with time zone not null storage p
table expected_payment column 09 expires_at: timestamp with time zone not null storage p
table expected_payment column 10 used_at: timestamp with time zone storage p
table expected_payment column 11 released_at: timestamp with time zone storage p
table expected_payment constraint expected_payment_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table expected_payment constraint expected_payment_code_check: CHECK ((code <> ''::text))
table expected_payment constraint expected_payment_pkey: PRIMARY KEY (id)
table expected_payment constraint expected_payment_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table expected_payment constraint expected_payment_transaction_id_key: UNIQUE (transaction_id)
table expected_payment constraint expected_payment_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table expected_payment index expected_payment_amount: CREATE UNIQUE INDEX expected_payment_amount ON afara.expected_payment USING btree (vendor_account_id, amount_minor) WHERE ((released_at IS NULL) AND (((amount_minor)::numeric % (100)::numeric) <> (0)::numeric))
table expected_payment index expected_payment_by_code: CREATE INDEX expected_payment_by_code ON afara.expected_payment USING btree (code)
table expected_payment index expected_payment_code: CREATE UNIQUE INDEX expected_payment_code ON afara.expected_payment USING btree (code, vendor_account_id) WHERE (released_at IS NULL)
table expected_payment index expected_payment_pkey: CREATE UNIQUE INDEX expected_payment_pkey ON afara.expected_payment USING btree (id)
table expected_payment index expected_payment_transaction_id_key: CREATE UNIQUE INDEX expected_payment_transaction_id_key ON afara.expected_payment USING btree (transaction_id)
table expected_payment policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table expected_payment policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table expected_payment policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table expected_payment policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table exposure_day: afara_owner {fillfactor=50} rls forced grants [afara_worker=SELECT]
table exposure_day column 01 business_id: uuid not null storage p
table exposure_day column 02 mode: mode not null storage p
table exposure_day column 03 day: date not null storage p
table exposure_day column 04 amount_minor: positive_minor not null storage m
table exposure_day column 05 aged_from: timestamp with time zone not null storage p
table exposure_day constraint exposure_day_pkey: PRIMARY KEY (business_id, mode, day)
table exposure_day index exposure_day_pkey: CREATE UNIQUE INDEX exposure_day_pkey ON afara.exposure_day USING btree (business_id, mode, day)
table exposure_day policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table exposure_day policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table exposure_day policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table fee_of_buy column 01 transaction_id: uuid storage p
table fee_of_buy column 02 fee_minor: numeric storage m
table feed_cursor: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table feed_cursor column 01 vendor_account_id: uuid not null storage p
table feed_cursor column 02 source: source_name not null storage x
table feed_cursor column 03 cursor: text not null storage x
table feed_cursor column 04 read_at: timestamp with time zone not null storage p
table feed_cursor constraint feed_cursor_pkey: PRIMARY KEY (vendor_account_id, source)
table feed_cursor constraint feed_cursor_vendor_account_id_fkey: FOREIGN KEY (vendor_account_id) REFERENCES vendor_account(id)
table feed_cursor index feed_cursor_pkey: CREATE UNIQUE INDEX feed_cursor_pkey ON afara.feed_cursor USING btree (vendor_account_id, source)
table feed_head: afara_owner {fillfactor=70} rls forced grants [afara_api=SELECT afara_worker=SELECT]
table feed_head column 01 business_id: uuid not null storage p
table feed_head column 02 mode: mode not null storage p
table feed_head column 03 last_number: bigint not null storage p
table feed_head constraint feed_head_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table feed_head constraint feed_head_last_number_check: CHECK ((last_number >= 1))
table feed_head constraint feed_head_pkey: PRIMARY KEY (business_id, mode)
table feed_head index feed_head_pkey: CREATE UNIQUE INDEX feed_head_pkey ON afara.feed_head USING btree (business_id, mode)
table feed_head policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table feed_head policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table feed_head policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table feed_head policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table feed_hint: afara_owner {fillfactor=70} grants [afara_worker=SELECT]
table feed_hint column 01 mode: mode not null storage p
table feed_hint column 02 vendor: text not null storage x
table feed_hint column 03 key: text not null storage x
table feed_hint column 04 vendor_account_id: uuid storage p
table feed_hint column 05 detail: jsonb not null storage x
table feed_hint column 06 received_at: timestamp with time zone not null storage p
table feed_hint column 07 due_at: timestamp with time zone not null storage p
table feed_hint column 08 tries: integer not null storage p 0
table feed_hint column 09 last_error: text storage x
table feed_hint column 10 given_up_at: timestamp with time zone storage p
table feed_hint constraint feed_hint_key_check: CHECK (((length(key) >= 1) AND (length(key) <= 500)))
table feed_hint constraint feed_hint_pkey: PRIMARY KEY (mode, vendor, key)
table feed_hint constraint feed_hint_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table feed_hint constraint feed_hint_vendor_check: CHECK ((vendor ~ '^[a-z]+$'::text))
table feed_hint index feed_hint_due: CREATE INDEX feed_hint_due ON afara.feed_hint USING btree (vendor_account_id, due_at) WHERE (given_up_at IS NULL)
table feed_hint index feed_hint_pkey: CREATE UNIQUE INDEX feed_hint_pkey ON afara.feed_hint USING btree (mode, vendor, key)
table feed_hint index feed_hint_stray: CREATE INDEX feed_hint_stray ON afara.feed_hint USING btree (mode, vendor, due_at) WHERE ((given_up_at IS NULL) AND (vendor_account_id IS NULL))
table finding column 01 subject: text storage x
table finding column 02 problem: text storage x
table freeze_order: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table freeze_order column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table freeze_order column 02 scope: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table freeze_order column 03 subject: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table freeze_order column 04 reason: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table freeze_order column 05 placed_by: text not null storage x
table freeze_order column 06 placed_at: timestamp with time zone not null storage p
table freeze_order column 07 lifted_by: text storage x
table freeze_order column 08 lifted_reason: text storage x grants [afara_payer=SELECT afara_signer=SELECT]
table freeze_order column 09 lifted_at: timestamp with time zone storage p grants [afara_payer=SELECT afara_signer=SELECT]
table freeze_order column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint grants [afara_payer=SELECT afara_signer=SELECT]
table freeze_order column 11 lifted_unsigned: boolean not null storage p false grants [afara_payer=SELECT afara_signer=SELECT]
table freeze_order constraint freeze_order_check: CHECK ( CASE scope WHEN 'all'::text THEN (subject = ''::text) WHEN 'business'::text THEN (subject ~ '^[0-9a-f-]{36}$'::text) WHEN 'bank'::text THEN (subject ~ '^(live|test):[0-9a-z][0-9a-z-]*$'::text) ELSE (subject ~ '^(live|test):[A-Z][A-Za-z]*$'::text) END)
table freeze_order constraint freeze_order_check1: CHECK ((num_nulls(lifted_by, lifted_reason, lifted_at) = ANY (ARRAY[0, 3])))
table freeze_order constraint freeze_order_lifted_by_check: CHECK ((lifted_by ~ '^[0-9a-f-]{36}$'::text))
table freeze_order constraint freeze_order_lifted_reason_check: CHECK ((btrim(lifted_reason) <> ''::text))
table freeze_order constraint freeze_order_pkey: PRIMARY KEY (id)
table freeze_order constraint freeze_order_placed_by_check: CHECK ((placed_by ~ '^([0-9a-f-]{36}|system:[a-z0-9-]+)$'::text))
table freeze_order constraint freeze_order_reason_check: CHECK ((btrim(reason) <> ''::text))
table freeze_order constraint freeze_order_scope_check: CHECK ((scope = ANY (ARRAY['all'::text, 'business'::text, 'network'::text, 'bank'::text])))
table freeze_order index freeze_order_pkey: CREATE UNIQUE INDEX freeze_order_pkey ON afara.freeze_order USING btree (id)
table freeze_order index freeze_order_standing: CREATE UNIQUE INDEX freeze_order_standing ON afara.freeze_order USING btree (scope, subject) WHERE (lifted_at IS NULL)
table freeze_order trigger freeze_order_guard: CREATE TRIGGER freeze_order_guard BEFORE UPDATE ON afara.freeze_order FOR EACH ROW EXECUTE FUNCTION guard_freeze() O
table freeze_order trigger freeze_order_lifted: CREATE TRIGGER freeze_order_lifted AFTER UPDATE ON afara.freeze_order FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL))) EXECUTE FUNCTION wake_waiting() O
table freeze_order trigger freeze_order_stays: CREATE TRIGGER freeze_order_stays BEFORE DELETE OR TRUNCATE ON afara.freeze_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table freeze_order trigger freeze_order_wakes_payouts: CREATE TRIGGER freeze_order_wakes_payouts AFTER UPDATE ON afara.freeze_order FOR EACH STATEMENT EXECUTE FUNCTION wake_waiting_payouts() O
table go_live_draft: afara_owner rls forced grants [afara_people=SELECT]
table go_live_draft column 01 business_id: uuid not null storage p
table go_live_draft column 02 content: jsonb not null storage x
table go_live_draft column 03 changed_by: uuid not null storage p
table go_live_draft column 04 changed_at: timestamp with time zone not null storage p
table go_live_draft constraint go_live_draft_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table go_live_draft constraint go_live_draft_changed_by_fkey: FOREIGN KEY (changed_by) REFERENCES member(id)
table go_live_draft constraint go_live_draft_content_check: CHECK ((jsonb_typeof(content) = 'object'::text))
table go_live_draft constraint go_live_draft_pkey: PRIMARY KEY (business_id)
table go_live_draft index go_live_draft_pkey: CREATE UNIQUE INDEX go_live_draft_pkey ON afara.go_live_draft USING btree (business_id)
table go_live_draft policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table go_live_draft policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table go_live_draft policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table go_live_draft policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table go_live_enquiry: afara_owner rls forced grants []
table go_live_enquiry column 01 id: uuid not null storage p
table go_live_enquiry column 02 business_id: uuid not null storage p
table go_live_enquiry column 03 asked_by: uuid not null storage p
table go_live_enquiry column 04 bank_code: filled_text not null storage x
table go_live_enquiry column 05 account_number: account_number not null storage x
table go_live_enquiry column 06 at: timestamp with time zone not null storage p
table go_live_enquiry constraint go_live_enquiry_asked_by_fkey: FOREIGN KEY (asked_by) REFERENCES member(id)
table go_live_enquiry constraint go_live_enquiry_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table go_live_enquiry constraint go_live_enquiry_pkey: PRIMARY KEY (id)
table go_live_enquiry index go_live_enquiry_of_business: CREATE INDEX go_live_enquiry_of_business ON afara.go_live_enquiry USING btree (business_id, at)
table go_live_enquiry index go_live_enquiry_pkey: CREATE UNIQUE INDEX go_live_enquiry_pkey ON afara.go_live_enquiry USING btree (id)
table go_live_enquiry policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table go_live_enquiry policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table go_live_enquiry policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table go_live_enquiry trigger go_live_enquiry_is_history: CREATE TRIGGER go_live_enquiry_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.go_live_enquiry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table go_live_file: afara_owner rls forced grants [afara_people=SELECT]
table go_live_file column 01 business_id: uuid not null storage p
table go_live_file column 02 version: integer not null storage p
table go_live_file column 03 content: filled_text not null storage x
table go_live_file column 04 digest: digest not null storage x
table go_live_file column 05 submitted_by: uuid not null storage p
table go_live_file column 06 submitted_at: timestamp with time zone not null storage p
table go_live_file constraint go_live_file_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table go_live_file constraint go_live_file_digest: CHECK (((digest)::bytea = sha256(convert_to((content)::text, 'UTF8'::name))))
table go_live_file constraint go_live_file_pkey: PRIMARY KEY (business_id, version)
table go_live_file constraint go_live_file_submitted_by_fkey: FOREIGN KEY (submitted_by) REFERENCES member(id)
table go_live_file constraint go_live_file_version_check: CHECK ((version > 0))
table go_live_file index go_live_file_pkey: CREATE UNIQUE INDEX go_live_file_pkey ON afara.go_live_file USING btree (business_id, version)
table go_live_file policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table go_live_file policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table go_live_file policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table go_live_file policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table go_live_file trigger go_live_file_is_history: CREATE TRIGGER go_live_file_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.go_live_file FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table go_live_refusal: afara_owner rls forced grants [afara_people=SELECT]
table go_live_refusal column 01 business_id: uuid not null storage p
table go_live_refusal column 02 version: integer not null storage p
table go_live_refusal column 03 refused_by: uuid not null storage p
table go_live_refusal column 04 to_fix: jsonb not null storage x
table go_live_refusal column 05 at: timestamp with time zone not null storage p
table go_live_refusal constraint go_live_refusal_business_id_version_fkey: FOREIGN KEY (business_id, version) REFERENCES go_live_file(business_id, version)
table go_live_refusal constraint go_live_refusal_pkey: PRIMARY KEY (business_id, version)
table go_live_refusal constraint go_live_refusal_refused_by_fkey: FOREIGN KEY (refused_by) REFERENCES operator(id)
table go_live_refusal constraint go_live_refusal_to_fix_check: CHECK (((jsonb_typeof(to_fix) = 'array'::text) AND (jsonb_array_length(to_fix) > 0)))
table go_live_refusal index go_live_refusal_pkey: CREATE UNIQUE INDEX go_live_refusal_pkey ON afara.go_live_refusal USING btree (business_id, version)
table go_live_refusal policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table go_live_refusal policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table go_live_refusal policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table go_live_refusal policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table go_live_refusal trigger go_live_refusal_is_history: CREATE TRIGGER go_live_refusal_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.go_live_refusal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table hand_payment: afara_owner rls forced grants [afara_worker=SELECT]
table hand_payment column 01 id: uuid not null storage p
table hand_payment column 02 return_id: uuid not null storage p grants [afara_payer=SELECT]
table hand_payment column 03 mode: mode not null storage p
table hand_payment column 04 vendor_account_id: uuid not null storage p
table hand_payment column 05 amount_minor: positive_minor not null storage m
table hand_payment column 06 decided_at: timestamp with time zone not null storage p
table hand_payment column 07 debit_line_id: uuid storage p
table hand_payment column 08 entry_id: uuid storage p
table hand_payment column 09 cancelled_at: timestamp with time zone storage p grants [afara_payer=SELECT]
table hand_payment constraint hand_payment_check: CHECK (((debit_line_id IS NULL) = (entry_id IS NULL)))
table hand_payment constraint hand_payment_check1: CHECK (((debit_line_id IS NULL) OR (cancelled_at IS NULL)))
table hand_payment constraint hand_payment_debit_line_id_fkey: FOREIGN KEY (debit_line_id) REFERENCES bank_line(id)
table hand_payment constraint hand_payment_debit_line_id_key: UNIQUE (debit_line_id)
table hand_payment constraint hand_payment_id_fkey: FOREIGN KEY (id) REFERENCES case_file(id)
table hand_payment constraint hand_payment_pkey: PRIMARY KEY (id)
table hand_payment constraint hand_payment_return_id_fkey: FOREIGN KEY (return_id) REFERENCES credit_return(id)
table hand_payment constraint hand_payment_vendor_account_id_fkey: FOREIGN KEY (vendor_account_id) REFERENCES vendor_account(id)
table hand_payment index hand_payment_debit_line_id_key: CREATE UNIQUE INDEX hand_payment_debit_line_id_key ON afara.hand_payment USING btree (debit_line_id)
table hand_payment index hand_payment_entry: CREATE INDEX hand_payment_entry ON afara.hand_payment USING btree (entry_id) WHERE (entry_id IS NOT NULL)
table hand_payment index hand_payment_expected: CREATE INDEX hand_payment_expected ON afara.hand_payment USING btree (vendor_account_id, amount_minor) WHERE ((debit_line_id IS NULL) AND (cancelled_at IS NULL))
table hand_payment index hand_payment_of_return: CREATE UNIQUE INDEX hand_payment_of_return ON afara.hand_payment USING btree (return_id) WHERE (cancelled_at IS NULL)
table hand_payment index hand_payment_pkey: CREATE UNIQUE INDEX hand_payment_pkey ON afara.hand_payment USING btree (id)
table hand_payment policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table hand_payment policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table hand_payment policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table hand_payment policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table hand_payment trigger hand_payment_guard: CREATE TRIGGER hand_payment_guard BEFORE UPDATE ON afara.hand_payment FOR EACH ROW WHEN ((((((((new.id IS DISTINCT FROM old.id) OR (new.return_id IS DISTINCT FROM old.return_id)) OR (new.mode IS DISTINCT FROM old.mode)) OR (new.vendor_account_id IS DISTINCT FROM old.vendor_account_id)) OR ((new.amount_minor)::numeric IS DISTINCT FROM (old.amount_minor)::numeric)) OR (new.decided_at IS DISTINCT FROM old.decided_at)) OR (old.cancelled_at IS NOT NULL) OR ((new.cancelled_at IS NOT NULL) AND (old.debit_line_id IS NOT NULL)))) EXECUTE FUNCTION guard_hand_payment() O
table hand_payment trigger hand_payment_stays: CREATE TRIGGER hand_payment_stays BEFORE DELETE OR TRUNCATE ON afara.hand_payment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table import_run: afara_owner grants [afara_people=INSERT,SELECT afara_reconciler=SELECT afara_worker=SELECT]
table import_run column 01 id: uuid not null storage p
table import_run column 02 mode: mode not null storage p
table import_run column 03 vendor_account_id: uuid not null storage p
table import_run column 04 profile: text not null storage x
table import_run column 05 file_digest: digest not null storage x
table import_run column 06 operator_id: uuid not null storage p
table import_run column 07 reason: text not null storage x
table import_run column 08 first_day: date not null storage p
table import_run column 09 last_day: date not null storage p
table import_run column 10 opening_minor: numeric(38,0) not null storage m
table import_run column 11 closing_minor: numeric(38,0) not null storage m
table import_run column 12 new_count: integer not null storage p
table import_run column 13 known_count: integer not null storage p
table import_run column 14 quarantined_count: integer not null storage p
table import_run column 15 imported_at: timestamp with time zone not null storage p
table import_run column 16 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table import_run constraint import_run_check: CHECK ((first_day <= last_day))
table import_run constraint import_run_known_count_check: CHECK ((known_count >= 0))
table import_run constraint import_run_new_count_check: CHECK ((new_count >= 0))
table import_run constraint import_run_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table import_run constraint import_run_pkey: PRIMARY KEY (id)
table import_run constraint import_run_profile_check: CHECK ((profile ~ '^[a-z0-9]+$'::text))
table import_run constraint import_run_quarantined_count_check: CHECK ((quarantined_count >= 0))
table import_run constraint import_run_reason_check: CHECK ((btrim(reason) <> ''::text))
table import_run constraint import_run_vendor_account_id_file_digest_key: UNIQUE (vendor_account_id, file_digest)
table import_run constraint import_run_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table import_run index import_run_by_first_day: CREATE INDEX import_run_by_first_day ON afara.import_run USING btree (vendor_account_id, first_day)
table import_run index import_run_by_last_day: CREATE INDEX import_run_by_last_day ON afara.import_run USING btree (vendor_account_id, last_day)
table import_run index import_run_pkey: CREATE UNIQUE INDEX import_run_pkey ON afara.import_run USING btree (id)
table import_run index import_run_vendor_account_id_file_digest_key: CREATE UNIQUE INDEX import_run_vendor_account_id_file_digest_key ON afara.import_run USING btree (vendor_account_id, file_digest)
table import_run trigger import_run_is_history: CREATE TRIGGER import_run_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.import_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table invitation: afara_owner rls forced grants [afara_people=SELECT]
table invitation column 01 id: uuid not null storage p
table invitation column 02 operator_id: uuid storage p
table invitation column 03 member_id: uuid storage p
table invitation column 04 token_hash: digest not null storage x
table invitation column 05 invited_by: text not null storage x
table invitation column 06 created_at: timestamp with time zone not null storage p
table invitation column 07 expires_at: timestamp with time zone not null storage p
table invitation column 08 accepted_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table invitation column 09 passkey_id: uuid storage p grants [afara_people=UPDATE]
table invitation column 10 revoked_at: timestamp with time zone storage p
table invitation column 11 decided_by: uuid storage p
table invitation constraint invitation_accepted_in_time: CHECK (((num_nonnulls(accepted_at, passkey_id) = ANY (ARRAY[0, 2])) AND (accepted_at >= created_at) AND (accepted_at < expires_at)))
table invitation constraint invitation_decided_by_fkey: FOREIGN KEY (decided_by) REFERENCES case_file(id)
table invitation constraint invitation_decided_by_key: UNIQUE (decided_by)
table invitation constraint invitation_ends_once: CHECK ((num_nonnulls(accepted_at, revoked_at) < 2))
table invitation constraint invitation_expires: CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '7 days'::interval))))
table invitation constraint invitation_invited_by_check: CHECK ((invited_by ~ '^([0-9a-f-]{36}|system:[a-z0-9-]+)$'::text))
table invitation constraint invitation_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table invitation constraint invitation_of_one_person: CHECK ((num_nonnulls(operator_id, member_id) = 1))
table invitation constraint invitation_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table invitation constraint invitation_passkey_id_fkey: FOREIGN KEY (passkey_id) REFERENCES passkey(id)
table invitation constraint invitation_pkey: PRIMARY KEY (id)
table invitation constraint invitation_token_hash_key: UNIQUE (token_hash)
table invitation index invitation_decided_by_key: CREATE UNIQUE INDEX invitation_decided_by_key ON afara.invitation USING btree (decided_by)
table invitation index invitation_of_member: CREATE UNIQUE INDEX invitation_of_member ON afara.invitation USING btree (member_id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL))
table invitation index invitation_of_operator: CREATE UNIQUE INDEX invitation_of_operator ON afara.invitation USING btree (operator_id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL))
table invitation index invitation_pkey: CREATE UNIQUE INDEX invitation_pkey ON afara.invitation USING btree (id)
table invitation index invitation_token_hash_key: CREATE UNIQUE INDEX invitation_token_hash_key ON afara.invitation USING btree (token_hash)
table invitation policy house: PERMISSIVE {afara_owner} ALL using true check true
table invitation policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table invitation policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table invitation trigger invitation_accepted: CREATE TRIGGER invitation_accepted AFTER UPDATE OF accepted_at ON afara.invitation FOR EACH ROW WHEN (((old.accepted_at IS NULL) AND (new.accepted_at IS NOT NULL))) EXECUTE FUNCTION reenrol() O
table invitation trigger invitation_guard: CREATE TRIGGER invitation_guard BEFORE UPDATE ON afara.invitation FOR EACH ROW EXECUTE FUNCTION guard_invitation() O
table invitation trigger invitation_stays: CREATE TRIGGER invitation_stays BEFORE DELETE OR TRUNCATE ON afara.invitation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table issued_paper: afara_owner rls forced grants []
table issued_paper column 01 business_id: uuid not null storage p
table issued_paper column 02 mode: mode not null storage p
table issued_paper column 03 transaction_id: uuid not null storage p
table issued_paper column 04 kind: text not null storage x
table issued_paper column 05 number: text not null storage x
table issued_paper column 06 token: text not null storage x
table issued_paper column 07 issued_at: timestamp with time zone not null storage p
table issued_paper constraint issued_paper_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table issued_paper constraint issued_paper_kind_check: CHECK ((kind = ANY (ARRAY['receipt'::text, 'trace_letter'::text])))
table issued_paper constraint issued_paper_number_check: CHECK ((number ~ '^(AFR|TEST)-20[0-9]{2}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'::text))
table issued_paper constraint issued_paper_number_key: UNIQUE (number)
table issued_paper constraint issued_paper_pkey: PRIMARY KEY (transaction_id, kind)
table issued_paper constraint issued_paper_token_check: CHECK ((token ~ '^[A-Za-z0-9_-]{22}$'::text))
table issued_paper constraint issued_paper_token_key: UNIQUE (token)
table issued_paper constraint issued_paper_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table issued_paper index issued_paper_number_key: CREATE UNIQUE INDEX issued_paper_number_key ON afara.issued_paper USING btree (number)
table issued_paper index issued_paper_pkey: CREATE UNIQUE INDEX issued_paper_pkey ON afara.issued_paper USING btree (transaction_id, kind)
table issued_paper index issued_paper_token_key: CREATE UNIQUE INDEX issued_paper_token_key ON afara.issued_paper USING btree (token)
table issued_paper policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table issued_paper policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table issued_paper policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table issued_paper policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table issued_paper trigger issued_paper_is_history: CREATE TRIGGER issued_paper_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.issued_paper FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table kept_reply: afara_owner rls forced grants []
table kept_reply column 01 business_id: uuid not null storage p
table kept_reply column 02 mode: mode not null storage p
table kept_reply column 03 key: text not null storage x
table kept_reply column 04 request: bytea not null storage x
table kept_reply column 05 claim: uuid not null storage p
table kept_reply column 06 claimed_at: timestamp with time zone not null storage p
table kept_reply column 07 status: smallint storage p
table kept_reply column 08 sealed: bytea storage x
table kept_reply constraint kept_reply_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table kept_reply constraint kept_reply_check: CHECK (((status IS NULL) = (sealed IS NULL)))
table kept_reply constraint kept_reply_key_check: CHECK (((length(key) >= 1) AND (length(key) <= 255)))
table kept_reply constraint kept_reply_pkey: PRIMARY KEY (business_id, mode, key)
table kept_reply constraint kept_reply_request_check: CHECK ((length(request) = 32))
table kept_reply constraint kept_reply_status_check: CHECK (((status >= 200) AND (status <= 299)))
table kept_reply index kept_reply_age: CREATE INDEX kept_reply_age ON afara.kept_reply USING btree (business_id, mode, claimed_at)
table kept_reply index kept_reply_pkey: CREATE UNIQUE INDEX kept_reply_pkey ON afara.kept_reply USING btree (business_id, mode, key)
table kept_reply policy house: PERMISSIVE {afara_owner} ALL using true check true
table kept_reply policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table known_payer: afara_owner rls forced grants [afara_worker=SELECT]
table known_payer column 01 mode: mode not null storage p
table known_payer column 02 account_number: account_number not null storage x
table known_payer column 03 bank_code: text not null storage x
table known_payer column 04 business_id: uuid not null storage p
table known_payer column 05 first_line_id: uuid not null storage p
table known_payer column 06 trusted_from: timestamp with time zone not null storage p
table known_payer column 07 refused_at: timestamp with time zone storage p
table known_payer constraint known_payer_pkey: PRIMARY KEY (mode, account_number, bank_code, business_id)
table known_payer index known_payer_pkey: CREATE UNIQUE INDEX known_payer_pkey ON afara.known_payer USING btree (mode, account_number, bank_code, business_id)
table known_payer policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table known_payer policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table known_payer policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table lane: afara_owner {fillfactor=50} grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table lane column 01 id: uuid not null storage p grants [afara_signer=SELECT]
table lane column 02 mode: mode not null storage p grants [afara_signer=SELECT]
table lane column 03 network: text not null storage x grants [afara_signer=SELECT]
table lane column 04 number: integer not null storage p grants [afara_signer=SELECT]
table lane column 05 address: text not null storage x grants [afara_signer=SELECT]
table lane column 06 state: text not null storage x 'active'::text grants [afara_signer=SELECT]
table lane column 07 next_lock: numeric(38,0) not null storage m grants [afara_signer=SELECT]
table lane column 08 first_lock: numeric(38,0) not null storage m grants [afara_signer=SELECT]
table lane column 09 fence: bigint not null storage p 0
table lane column 10 holder: text storage x
table lane column 11 lease_until: timestamp with time zone storage p
table lane column 12 checked_start: timestamp with time zone storage p
table lane column 13 halted_because: text storage x
table lane column 14 tokens_minor: numeric(38,0) storage m
table lane column 15 gas_units: numeric(78,0) storage m
table lane column 16 gas_each_units: numeric(78,0) storage m
table lane column 17 read_at: timestamp with time zone storage p
table lane column 18 short_of: text storage x
table lane column 19 short_since: timestamp with time zone storage p
table lane column 20 halted_at: timestamp with time zone storage p
table lane column 21 abandoned_at: timestamp with time zone storage p
table lane constraint lane_address_check: CHECK ((address <> ''::text))
table lane constraint lane_check: CHECK (((state = 'halted'::text) = (halted_because IS NOT NULL)))
table lane constraint lane_check1: CHECK ((num_nulls(short_of, short_since) = ANY (ARRAY[0, 2])))
table lane constraint lane_first_lock_check: CHECK ((first_lock >= (0)::numeric))
table lane constraint lane_mode_network_address_key: UNIQUE (mode, network, address)
table lane constraint lane_mode_network_number_key: UNIQUE (mode, network, number)
table lane constraint lane_network_fkey: FOREIGN KEY (network) REFERENCES network(name)
table lane constraint lane_next_lock_check: CHECK ((next_lock >= (0)::numeric))
table lane constraint lane_number_check: CHECK ((number >= 1))
table lane constraint lane_pkey: PRIMARY KEY (id)
table lane constraint lane_short_of_check: CHECK ((short_of = ANY (ARRAY['float'::text, 'tokens'::text, 'gas'::text, 'reading'::text, 'signatures'::text])))
table lane constraint lane_state_check: CHECK ((state = ANY (ARRAY['active'::text, 'draining'::text, 'halted'::text])))
table lane index lane_mode_network_address_key: CREATE UNIQUE INDEX lane_mode_network_address_key ON afara.lane USING btree (mode, network, address)
table lane index lane_mode_network_number_key: CREATE UNIQUE INDEX lane_mode_network_number_key ON afara.lane USING btree (mode, network, number)
table lane index lane_pkey: CREATE UNIQUE INDEX lane_pkey ON afara.lane USING btree (id)
table lane trigger lane_guard: CREATE TRIGGER lane_guard BEFORE UPDATE OF state, abandoned_at ON afara.lane FOR EACH ROW EXECUTE FUNCTION guard_lane() O
table lane trigger lane_stays: CREATE TRIGGER lane_stays BEFORE DELETE OR TRUNCATE ON afara.lane FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table lane_sweeps: afara_owner {fillfactor=50} rls forced grants [afara_reconciler=SELECT afara_worker=SELECT]
table lane_sweeps column 01 lane_id: uuid not null storage p
table lane_sweeps column 02 units: numeric(78,0) not null storage m
table lane_sweeps column 03 minor: numeric(38,0) not null storage m
table lane_sweeps constraint lane_sweeps_pkey: PRIMARY KEY (lane_id)
table lane_sweeps index lane_sweeps_pkey: CREATE UNIQUE INDEX lane_sweeps_pkey ON afara.lane_sweeps USING btree (lane_id)
table lane_sweeps policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table lane_sweeps policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table lane_sweeps policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table likely_line column 01 line_id: uuid storage p
table likely_line column 02 payer_rank: integer storage p
table likely_line column 03 is_same_kind: boolean storage p
table listed_transaction column 01 transaction_id: uuid storage p
table listed_transaction column 02 is_frozen: boolean storage p
table mail: afara_owner rls forced grants []
table mail column 01 id: uuid not null storage p grants [afara_worker=SELECT]
table mail column 02 operator_id: uuid storage p
table mail column 03 member_id: uuid storage p
table mail column 04 kind: text not null storage x
table mail column 05 details: jsonb not null storage x '{}'::jsonb
table mail column 06 sealed: bytea storage x
table mail column 07 created_at: timestamp with time zone not null storage p grants [afara_worker=SELECT]
table mail column 08 expires_at: timestamp with time zone not null storage p
table mail column 09 sent_at: timestamp with time zone storage p grants [afara_worker=SELECT]
table mail column 10 given_up_at: timestamp with time zone storage p grants [afara_worker=SELECT]
table mail column 11 team_invitation_id: uuid storage p
table mail constraint mail_details_check: CHECK ((jsonb_typeof(details) = 'object'::text))
table mail constraint mail_ends_once: CHECK ((num_nonnulls(sent_at, given_up_at) < 2))
table mail constraint mail_expires: CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '7 days'::interval))))
table mail constraint mail_forgets_its_link: CHECK (((sealed IS NOT NULL) = ((kind = ANY (ARRAY['invitation'::text, 'confirmation'::text, 'sign_in'::text, 'recovery'::text, 'team_invitation'::text])) AND (num_nonnulls(sent_at, given_up_at) = 0))))
table mail constraint mail_kind_check: CHECK ((kind = ANY (ARRAY['invitation'::text, 'confirmation'::text, 'sign_in'::text, 'recovery'::text, 'team_invitation'::text, 'reenrolled'::text, 'break_glass'::text, 'team_changed'::text, 'go_live_refused'::text, 'went_live'::text, 'wallet_changed'::text, 'case_notice'::text, 'case_hook'::text, 'payees_changed'::text])))
table mail constraint mail_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table mail constraint mail_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table mail constraint mail_pkey: PRIMARY KEY (id)
table mail constraint mail_sealed_check: CHECK (((octet_length(sealed) >= 30) AND (octet_length(sealed) <= 200)))
table mail constraint mail_team_invitation_id_fkey: FOREIGN KEY (team_invitation_id) REFERENCES team_invitation(id)
table mail constraint mail_to_one_person: CHECK ((num_nonnulls(operator_id, member_id, team_invitation_id) = 1))
table mail index mail_of_member: CREATE INDEX mail_of_member ON afara.mail USING btree (member_id, created_at) WHERE (member_id IS NOT NULL)
table mail index mail_of_operator: CREATE INDEX mail_of_operator ON afara.mail USING btree (operator_id, created_at) WHERE (operator_id IS NOT NULL)
table mail index mail_of_team_invitation: CREATE INDEX mail_of_team_invitation ON afara.mail USING btree (team_invitation_id) WHERE (team_invitation_id IS NOT NULL)
table mail index mail_pkey: CREATE UNIQUE INDEX mail_pkey ON afara.mail USING btree (id)
table mail index mail_waiting: CREATE INDEX mail_waiting ON afara.mail USING btree (created_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL))
table mail policy house: PERMISSIVE {afara_owner} ALL using true check true
table mail policy house_of_worker: PERMISSIVE {afara_worker} SELECT using true
table mail policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table mail policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table mail trigger mail_guard: CREATE TRIGGER mail_guard BEFORE UPDATE ON afara.mail FOR EACH ROW EXECUTE FUNCTION guard_mail() O
table mail trigger mail_stays: CREATE TRIGGER mail_stays BEFORE DELETE OR TRUNCATE ON afara.mail FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table matching_cursor: afara_owner grants [afara_worker=SELECT]
table matching_cursor column 01 vendor_account_id: uuid not null storage p
table matching_cursor column 02 seen_xid: bigint not null storage p
table matching_cursor column 03 claimed_late_at: timestamp with time zone storage p
table matching_cursor constraint matching_cursor_pkey: PRIMARY KEY (vendor_account_id)
table matching_cursor constraint matching_cursor_vendor_account_id_fkey: FOREIGN KEY (vendor_account_id) REFERENCES vendor_account(id)
table matching_cursor index matching_cursor_pkey: CREATE UNIQUE INDEX matching_cursor_pkey ON afara.matching_cursor USING btree (vendor_account_id)
table member: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT]
table member column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table member column 02 email: text not null storage x
table member column 03 name: text not null storage x
table member column 04 status: text not null storage x 'active'::text grants [afara_payer=SELECT afara_signer=SELECT]
table member column 05 created_at: timestamp with time zone not null storage p
table member column 06 email_confirmed_at: timestamp with time zone storage p
table member constraint member_check: CHECK ((email_confirmed_at >= created_at))
table member constraint member_email_check: CHECK (((email = lower(email)) AND (email ~ '^[^@\s]+@[^@\s]+$'::text)))
table member constraint member_name_check: CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 200))))
table member constraint member_pkey: PRIMARY KEY (id)
table member constraint member_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])))
table member index member_email: CREATE UNIQUE INDEX member_email ON afara.member USING btree (email) WHERE (email_confirmed_at IS NOT NULL)
table member index member_email_typed: CREATE INDEX member_email_typed ON afara.member USING btree (email)
table member index member_pkey: CREATE UNIQUE INDEX member_pkey ON afara.member USING btree (id)
table member policy house: PERMISSIVE {afara_owner} ALL using true check true
table member policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table member policy people_of_business: PERMISSIVE {afara_people} SELECT using (EXISTS ( SELECT FROM membership m WHERE (m.member_id = member.id)))
table member policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table member policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table member policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table member trigger member_disabled: CREATE TRIGGER member_disabled AFTER UPDATE OF status ON afara.member FOR EACH ROW WHEN ((new.status = 'disabled'::text)) EXECUTE FUNCTION sign_out_disabled() O
table member trigger member_is_kept: CREATE TRIGGER member_is_kept AFTER INSERT OR UPDATE ON afara.member FOR EACH ROW EXECUTE FUNCTION keep_version() O
table member trigger member_stays: CREATE TRIGGER member_stays BEFORE DELETE OR TRUNCATE ON afara.member FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table member_confirmation: afara_owner rls forced grants [afara_people=INSERT]
table member_confirmation column 01 id: uuid not null storage p
table member_confirmation column 02 member_id: uuid not null storage p
table member_confirmation column 03 business_id: uuid not null storage p
table member_confirmation column 04 text: text not null storage x
table member_confirmation column 05 credential_id: bytea not null storage x
table member_confirmation column 06 authenticator_data: bytea not null storage x
table member_confirmation column 07 client_data: bytea not null storage x
table member_confirmation column 08 signature: bytea not null storage x
table member_confirmation column 09 at: timestamp with time zone not null storage p
table member_confirmation constraint member_confirmation_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table member_confirmation constraint member_confirmation_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table member_confirmation constraint member_confirmation_pkey: PRIMARY KEY (id)
table member_confirmation constraint member_confirmation_text_check: CHECK ((text <> ''::text))
table member_confirmation index member_confirmation_of_business: CREATE INDEX member_confirmation_of_business ON afara.member_confirmation USING btree (business_id, at)
table member_confirmation index member_confirmation_of_member: CREATE INDEX member_confirmation_of_member ON afara.member_confirmation USING btree (member_id, at)
table member_confirmation index member_confirmation_pkey: CREATE UNIQUE INDEX member_confirmation_pkey ON afara.member_confirmation USING btree (id)
table member_confirmation policy house: PERMISSIVE {afara_owner} ALL using true check true
table member_confirmation policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table member_confirmation policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table member_confirmation trigger member_confirmation_guard: CREATE TRIGGER member_confirmation_guard BEFORE INSERT ON afara.member_confirmation FOR EACH ROW EXECUTE FUNCTION guard_member_confirmation() O
table member_confirmation trigger member_confirmation_is_history: CREATE TRIGGER member_confirmation_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.member_confirmation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table membership: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT]
table membership column 01 member_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table membership column 02 business_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table membership column 03 role: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table membership column 04 created_at: timestamp with time zone not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table membership column 05 ended_at: timestamp with time zone storage p grants [afara_payer=SELECT afara_signer=SELECT]
table membership constraint membership_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table membership constraint membership_check: CHECK ((ended_at >= created_at))
table membership constraint membership_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table membership constraint membership_pkey: PRIMARY KEY (member_id, business_id)
table membership constraint membership_role_check: CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'finance'::text, 'developer'::text, 'viewer'::text])))
table membership index membership_of_business: CREATE INDEX membership_of_business ON afara.membership USING btree (business_id)
table membership index membership_pkey: CREATE UNIQUE INDEX membership_pkey ON afara.membership USING btree (member_id, business_id)
table membership policy house: PERMISSIVE {afara_owner} ALL using true check true
table membership policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table membership policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table membership policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table membership policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table membership policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table membership trigger membership_is_kept: CREATE TRIGGER membership_is_kept AFTER INSERT OR UPDATE ON afara.membership FOR EACH ROW EXECUTE FUNCTION keep_version() O
table membership trigger membership_keeps_owner: CREATE TRIGGER membership_keeps_owner AFTER UPDATE ON afara.membership FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (old.ended_at IS NULL) AND ((new.role <> 'owner'::text) OR (new.ended_at IS NOT NULL)))) EXECUTE FUNCTION keep_owner() O
table membership trigger membership_stays: CREATE TRIGGER membership_stays BEFORE DELETE OR TRUNCATE ON afara.membership FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table name_answer: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table name_answer column 01 id: uuid not null storage p
table name_answer column 02 mode: mode not null storage p
table name_answer column 03 transaction_id: uuid not null storage p
table name_answer column 04 bank_code: text not null storage x
table name_answer column 05 account_number: account_number not null storage x
table name_answer column 06 outcome: text not null storage x
table name_answer column 07 account_name: text storage x
table name_answer column 08 at: timestamp with time zone not null storage p
table name_answer column 09 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table name_answer constraint name_answer_check: CHECK (((outcome = 'found'::text) = (account_name IS NOT NULL)))
table name_answer constraint name_answer_outcome_check: CHECK ((outcome = ANY (ARRAY['found'::text, 'not_found'::text])))
table name_answer constraint name_answer_pkey: PRIMARY KEY (id)
table name_answer index name_answer_of_transaction: CREATE INDEX name_answer_of_transaction ON afara.name_answer USING btree (transaction_id)
table name_answer index name_answer_pkey: CREATE UNIQUE INDEX name_answer_pkey ON afara.name_answer USING btree (id)
table name_answer policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table name_answer policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table name_answer policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table name_answer trigger name_answer_is_history: CREATE TRIGGER name_answer_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.name_answer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table name_enquiry: afara_owner rls forced grants [afara_worker=SELECT]
table name_enquiry column 01 id: uuid not null storage p
table name_enquiry column 02 business_id: uuid not null storage p
table name_enquiry column 03 mode: mode not null storage p
table name_enquiry column 04 key_id: uuid not null storage p
table name_enquiry column 05 bank_code: text not null storage x
table name_enquiry column 06 account_number: account_number not null storage x
table name_enquiry column 07 has_name: boolean not null storage p
table name_enquiry column 08 at: timestamp with time zone not null storage p
table name_enquiry column 09 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table name_enquiry constraint name_enquiry_pkey: PRIMARY KEY (id)
table name_enquiry index name_enquiry_of_business: CREATE INDEX name_enquiry_of_business ON afara.name_enquiry USING btree (business_id, mode, at)
table name_enquiry index name_enquiry_pkey: CREATE UNIQUE INDEX name_enquiry_pkey ON afara.name_enquiry USING btree (id)
table name_enquiry policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table name_enquiry policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table name_enquiry policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table name_enquiry trigger name_enquiry_is_history: CREATE TRIGGER name_enquiry_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.name_enquiry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table network: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table network column 01 name: text not null storage x
table network column 02 family: text not null storage x
table network column 03 gas_asset: text not null storage x
table network column 04 gas_decimals: integer not null storage p
table network column 05 finality: text not null storage x
table network column 06 compares_case_insensitively: boolean not null storage p
table network column 07 opens_deposit_accounts: boolean not null storage p
table network constraint network_family_check: CHECK ((family <> ''::text))
table network constraint network_finality_check: CHECK ((finality = ANY (ARRAY['finalized'::text, 'closed'::text])))
table network constraint network_gas_asset_check: CHECK ((gas_asset <> ''::text))
table network constraint network_gas_decimals_check: CHECK (((gas_decimals >= 0) AND (gas_decimals <= 18)))
table network constraint network_name_check: CHECK ((name <> ''::text))
table network constraint network_name_opens_deposit_accounts_key: UNIQUE (name, opens_deposit_accounts)
table network constraint network_pkey: PRIMARY KEY (name)
table network index network_name_opens_deposit_accounts_key: CREATE UNIQUE INDEX network_name_opens_deposit_accounts_key ON afara.network USING btree (name, opens_deposit_accounts)
table network index network_pkey: CREATE UNIQUE INDEX network_pkey ON afara.network USING btree (name)
table operator: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table operator column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table operator column 02 email: text not null storage x
table operator column 03 name: text not null storage x
table operator column 04 status: text not null storage x 'active'::text grants [afara_payer=SELECT afara_signer=SELECT]
table operator column 05 created_at: timestamp with time zone not null storage p now()
table operator column 06 roles: text[] not null storage x ARRAY['operator'::text]
table operator constraint operator_email_check: CHECK (((email = lower(email)) AND (email ~ '^[^@\s]+@[^@\s]+$'::text)))
table operator constraint operator_email_key: UNIQUE (email)
table operator constraint operator_name_check: CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 200))))
table operator constraint operator_pkey: PRIMARY KEY (id)
table operator constraint operator_roles: CHECK (((cardinality(roles) > 0) AND (array_position(roles, NULL::text) IS NULL) AND (roles <@ ARRAY['support'::text, 'operator'::text, 'treasury'::text, 'compliance'::text, 'administrator'::text, 'auditor'::text]) AND ((cardinality(roles) = 1) OR (NOT ('auditor'::text = ANY (roles))))))
table operator constraint operator_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'ended'::text])))
table operator index operator_email_key: CREATE UNIQUE INDEX operator_email_key ON afara.operator USING btree (email)
table operator index operator_pkey: CREATE UNIQUE INDEX operator_pkey ON afara.operator USING btree (id)
table operator trigger operator_is_kept: CREATE TRIGGER operator_is_kept AFTER INSERT OR UPDATE ON afara.operator FOR EACH ROW EXECUTE FUNCTION keep_version() O
table operator trigger operator_stays: CREATE TRIGGER operator_stays BEFORE DELETE OR TRUNCATE ON afara.operator FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table operator trigger operator_stopped: CREATE TRIGGER operator_stopped AFTER UPDATE OF status ON afara.operator FOR EACH ROW WHEN ((new.status <> 'active'::text)) EXECUTE FUNCTION sign_out_disabled() O
table operator_rate: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table operator_rate column 01 id: uuid not null storage p
table operator_rate column 02 pair: rate_pair not null storage x
table operator_rate column 03 bid: rate_value not null storage m
table operator_rate column 04 ask: rate_value not null storage m
table operator_rate column 05 actor: uuid not null storage p
table operator_rate column 06 approved_by: uuid not null storage p
table operator_rate column 07 reason: text not null storage x
table operator_rate column 08 set_at: timestamp with time zone not null storage p
table operator_rate column 09 expires_at: timestamp with time zone not null storage p
table operator_rate column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table operator_rate constraint operator_rate_actor_fkey: FOREIGN KEY (actor) REFERENCES operator(id)
table operator_rate constraint operator_rate_approved_by_fkey: FOREIGN KEY (approved_by) REFERENCES operator(id)
table operator_rate constraint operator_rate_check: CHECK (((bid)::numeric <= (ask)::numeric))
table operator_rate constraint operator_rate_check1: CHECK ((actor <> approved_by))
table operator_rate constraint operator_rate_check2: CHECK (((expires_at > set_at) AND (expires_at <= (set_at + '7 days'::interval))))
table operator_rate constraint operator_rate_pkey: PRIMARY KEY (id)
table operator_rate constraint operator_rate_reason_check: CHECK ((btrim(reason) <> ''::text))
table operator_rate index operator_rate_newest: CREATE INDEX operator_rate_newest ON afara.operator_rate USING btree (pair, set_at DESC)
table operator_rate index operator_rate_pkey: CREATE UNIQUE INDEX operator_rate_pkey ON afara.operator_rate USING btree (id)
table operator_rate trigger operator_rate_is_history: CREATE TRIGGER operator_rate_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.operator_rate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table ordered_withdrawal: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table ordered_withdrawal column 01 transaction_id: uuid not null storage p grants [afara_signer=SELECT]
table ordered_withdrawal column 02 order_id: uuid not null storage p grants [afara_signer=SELECT]
table ordered_withdrawal column 03 business_id: uuid not null storage p
table ordered_withdrawal column 04 mode: mode not null storage p
table ordered_withdrawal constraint ordered_withdrawal_order_id_fkey: FOREIGN KEY (order_id) REFERENCES withdrawal_order(id)
table ordered_withdrawal constraint ordered_withdrawal_order_id_key: UNIQUE (order_id)
table ordered_withdrawal constraint ordered_withdrawal_pkey: PRIMARY KEY (transaction_id)
table ordered_withdrawal constraint ordered_withdrawal_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table ordered_withdrawal index ordered_withdrawal_order_id_key: CREATE UNIQUE INDEX ordered_withdrawal_order_id_key ON afara.ordered_withdrawal USING btree (order_id)
table ordered_withdrawal index ordered_withdrawal_pkey: CREATE UNIQUE INDEX ordered_withdrawal_pkey ON afara.ordered_withdrawal USING btree (transaction_id)
table ordered_withdrawal policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table ordered_withdrawal policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table ordered_withdrawal policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table ordered_withdrawal policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table ordered_withdrawal policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table ordered_withdrawal trigger ordered_withdrawal_is_history: CREATE TRIGGER ordered_withdrawal_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.ordered_withdrawal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table overdue_transaction: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table overdue_transaction column 01 transaction_id: uuid not null storage p
table overdue_transaction column 02 version: integer not null storage p
table overdue_transaction column 03 mode: mode not null storage p
table overdue_transaction column 04 case_id: uuid not null storage p
table overdue_transaction column 05 expected_by: timestamp with time zone not null storage p
table overdue_transaction constraint overdue_transaction_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table overdue_transaction constraint overdue_transaction_pkey: PRIMARY KEY (transaction_id)
table overdue_transaction index overdue_transaction_of_case: CREATE INDEX overdue_transaction_of_case ON afara.overdue_transaction USING btree (case_id)
table overdue_transaction index overdue_transaction_pkey: CREATE UNIQUE INDEX overdue_transaction_pkey ON afara.overdue_transaction USING btree (transaction_id)
table overdue_transaction policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table overdue_transaction policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table overdue_transaction policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table owed_return column 01 id: uuid storage p
table owed_return column 02 mode: mode storage p
table owed_return column 03 transaction_id: uuid storage p
table owed_return column 04 type: text storage x
table owed_return column 05 line_id: uuid storage p
table owed_return column 06 amount_minor: numeric storage m
table owed_return column 07 account_number: text storage x
table owed_return column 08 bank_code: text storage x
table owed_return column 09 state: text storage x
table owed_return column 10 decided_at: timestamp with time zone storage p
table own_business_case column 01 id: uuid storage p
table own_business_case column 02 transaction_id: uuid storage p
table own_business_case column 03 type: transaction_type storage p
table own_business_case column 04 is_from_balance: boolean storage p
table own_business_case column 05 status: text storage x
table own_business_case column 06 reference: text storage x
table own_business_case column 07 amount_minor: numeric storage m
table own_business_case column 08 fee_minor: numeric storage m
table own_business_case column 09 code: text storage x
table own_business_case column 10 opened_at: timestamp with time zone storage p
table own_business_case column 11 due_at: timestamp with time zone storage p
table own_business_case column 12 held_minor: numeric storage m
table own_business_case column 13 choices: text[] storage x
table own_business_case column 14 bank_says: text storage x
table own_business_case column 15 outcome: text storage x
table own_business_case column 16 choice: text storage x
table own_business_case column 17 decided_minor: numeric storage m
table own_business_case column 18 network: filled_text storage x
table own_business_case column 19 address: filled_text storage x
table own_business_case column 20 bank_name: filled_text storage x
table own_business_case column 21 account_number: text storage x
table own_business_case column 22 account_name: filled_text storage x
table own_business_case column 23 decided_by: filled_text storage x
table own_business_case column 24 ended_at: timestamp with time zone storage p
table own_transaction column 01 id: uuid storage p
table own_transaction column 02 type: transaction_type storage p
table own_transaction column 03 status: text storage x
table own_transaction column 04 reference: text storage x
table own_transaction column 05 amount_minor: numeric(38,0) storage m
table own_transaction column 06 fee_minor: numeric storage m
table own_transaction column 07 created_at: timestamp with time zone storage p
table own_transaction column 08 vendor_account_id: uuid storage p
table own_transaction column 09 vendor_name: text storage x
table own_transaction column 10 vendor_number: text storage x
table own_transaction column 11 vendor_bank: text storage x
table own_transaction column 12 bank_code: text storage x
table own_transaction column 13 bank_name: text storage x
table own_transaction column 14 account_number: text storage x
table own_transaction column 15 account_name: text storage x
table own_transaction column 16 network: text storage x
table own_transaction column 17 wallet_address: text storage x
table own_transaction column 18 deposit_address: text storage x
table own_transaction column 19 needs: text[] storage x
table own_transaction column 20 wallet_stop: json storage x
table own_transaction column 21 wait: text storage x
table own_transaction column 22 owed_minor: text storage x
table own_transaction column 23 paid_minor: numeric storage m
table own_transaction column 24 metadata: jsonb storage x
table passkey: afara_owner grants [afara_people=INSERT,SELECT afara_reconciler=SELECT afara_sealer=SELECT]
table passkey column 01 id: uuid not null storage p
table passkey column 02 operator_id: uuid storage p
table passkey column 03 credential_id: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table passkey column 04 public_key: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table passkey column 05 sign_count: bigint not null storage p 0 grants [afara_people=UPDATE]
table passkey column 06 name: text not null storage x
table passkey column 07 created_at: timestamp with time zone not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table passkey column 08 revoked_at: timestamp with time zone storage p grants [afara_payer=SELECT afara_people=UPDATE afara_signer=SELECT]
table passkey column 09 member_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table passkey column 10 last_used_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table passkey constraint passkey_check: CHECK ((revoked_at >= created_at))
table passkey constraint passkey_check1: CHECK ((last_used_at >= created_at))
table passkey constraint passkey_credential_id_check: CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023)))
table passkey constraint passkey_credential_id_key: UNIQUE (credential_id)
table passkey constraint passkey_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table passkey constraint passkey_name_check: CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100))))
table passkey constraint passkey_of_one_person: CHECK ((num_nonnulls(operator_id, member_id) = 1))
table passkey constraint passkey_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table passkey constraint passkey_pkey: PRIMARY KEY (id)
table passkey constraint passkey_public_key_check: CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 2048)))
table passkey constraint passkey_sign_count_check: CHECK ((sign_count >= 0))
table passkey index passkey_credential_id_key: CREATE UNIQUE INDEX passkey_credential_id_key ON afara.passkey USING btree (credential_id)
table passkey index passkey_of_member: CREATE INDEX passkey_of_member ON afara.passkey USING btree (member_id) WHERE (member_id IS NOT NULL)
table passkey index passkey_of_operator: CREATE INDEX passkey_of_operator ON afara.passkey USING btree (operator_id)
table passkey index passkey_pkey: CREATE UNIQUE INDEX passkey_pkey ON afara.passkey USING btree (id)
table passkey trigger passkey_guard: CREATE TRIGGER passkey_guard BEFORE UPDATE ON afara.passkey FOR EACH ROW EXECUTE FUNCTION guard_passkey() O
table passkey trigger passkey_is_kept: CREATE TRIGGER passkey_is_kept AFTER INSERT OR UPDATE ON afara.passkey FOR EACH ROW EXECUTE FUNCTION keep_version() O
table passkey trigger passkey_revoked: CREATE TRIGGER passkey_revoked AFTER UPDATE ON afara.passkey FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION sign_out_passkey() O
table passkey trigger passkey_stays: CREATE TRIGGER passkey_stays BEFORE DELETE OR TRUNCATE ON afara.passkey FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table passkey_challenge: afara_owner unlogged grants [afara_people=DELETE,INSERT,SELECT]
table passkey_challenge column 01 hash: digest not null storage x
table passkey_challenge column 02 purpose: text not null storage x
table passkey_challenge column 03 subject_id: uuid storage p
table passkey_challenge column 04 expires_at: timestamp with time zone not null storage p grants [afara_people=UPDATE]
table passkey_challenge constraint passkey_challenge_check: CHECK (((purpose = 'sign_in'::text) = (subject_id IS NULL)))
table passkey_challenge constraint passkey_challenge_pkey: PRIMARY KEY (hash)
table passkey_challenge constraint passkey_challenge_purpose_check: CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'accept_invitation'::text, 'add_passkey'::text, 'confirm_device'::text, 'sign_up'::text, 'confirm_request'::text])))
table passkey_challenge index passkey_challenge_expires: CREATE INDEX passkey_challenge_expires ON afara.passkey_challenge USING btree (expires_at)
table passkey_challenge index passkey_challenge_pkey: CREATE UNIQUE INDEX passkey_challenge_pkey ON afara.passkey_challenge USING btree (hash)
table pay_link: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table pay_link column 01 id: uuid not null storage p grants [afara_people=SELECT]
table pay_link column 02 business_id: uuid not null storage p
table pay_link column 03 mode: mode not null storage p
table pay_link column 04 transaction_id: uuid not null storage p grants [afara_people=SELECT]
table pay_link column 05 token: text not null storage x grants [afara_people=SELECT]
table pay_link column 06 description: text storage x
table pay_link column 07 return_url: text storage x
table pay_link column 08 created_at: timestamp with time zone not null storage p
table pay_link column 09 expires_at: timestamp with time zone not null storage p
table pay_link constraint pay_link_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table pay_link constraint pay_link_check: CHECK (((length(return_url) <= 500) AND (starts_with(return_url, 'https://'::text) OR ((mode = 'test'::mode) AND starts_with(return_url, 'http://'::text)))))
table pay_link constraint pay_link_check1: CHECK ((expires_at > created_at))
table pay_link constraint pay_link_description_check: CHECK (((btrim(description) <> ''::text) AND (length(description) <= 140)))
table pay_link constraint pay_link_pkey: PRIMARY KEY (id)
table pay_link constraint pay_link_token_check: CHECK (((length(token) = 22) AND (token ~ '^[A-Za-z0-9_-]+$'::text)))
table pay_link constraint pay_link_token_key: UNIQUE (token)
table pay_link constraint pay_link_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table pay_link constraint pay_link_transaction_id_key: UNIQUE (transaction_id)
table pay_link index pay_link_of_business: CREATE INDEX pay_link_of_business ON afara.pay_link USING btree (business_id, mode, id)
table pay_link index pay_link_pkey: CREATE UNIQUE INDEX pay_link_pkey ON afara.pay_link USING btree (id)
table pay_link index pay_link_token_key: CREATE UNIQUE INDEX pay_link_token_key ON afara.pay_link USING btree (token)
table pay_link index pay_link_transaction_id_key: CREATE UNIQUE INDEX pay_link_transaction_id_key ON afara.pay_link USING btree (transaction_id)
table pay_link policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table pay_link policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table pay_link policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table pay_link policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table pay_link trigger pay_link_is_history: CREATE TRIGGER pay_link_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.pay_link FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payee_enquiry: afara_owner rls forced grants []
table payee_enquiry column 01 id: uuid not null storage p
table payee_enquiry column 02 business_id: uuid not null storage p
table payee_enquiry column 03 mode: mode not null storage p
table payee_enquiry column 04 member_id: uuid not null storage p
table payee_enquiry column 05 bank_code: filled_text not null storage x
table payee_enquiry column 06 account_number: account_number not null storage x
table payee_enquiry column 07 at: timestamp with time zone not null storage p
table payee_enquiry constraint payee_enquiry_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table payee_enquiry constraint payee_enquiry_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table payee_enquiry constraint payee_enquiry_pkey: PRIMARY KEY (id)
table payee_enquiry index payee_enquiry_of_business: CREATE INDEX payee_enquiry_of_business ON afara.payee_enquiry USING btree (business_id, mode, at)
table payee_enquiry index payee_enquiry_pkey: CREATE UNIQUE INDEX payee_enquiry_pkey ON afara.payee_enquiry USING btree (id)
table payee_enquiry policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table payee_enquiry policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payee_enquiry policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payee_enquiry trigger payee_enquiry_is_history: CREATE TRIGGER payee_enquiry_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payee_enquiry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payee_of_sell column 01 transaction_id: uuid storage p
table payee_of_sell column 02 mode: mode storage p
table payee_of_sell column 03 network: text storage x
table payee_of_sell column 04 wallet_address: text storage x
table payee_of_sell column 05 fee: numeric storage m
table payee_of_sell column 06 needs: text[] storage x
table payee_of_sell column 07 bank_code: text storage x
table payee_of_sell column 08 bank_name: text storage x
table payee_of_sell column 09 account_number: account_number storage x
table payee_of_sell column 10 account_name: text storage x
table payee_restriction: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT]
table payee_restriction column 01 business_id: uuid not null storage p
table payee_restriction column 02 mode: mode not null storage p
table payee_restriction column 03 version: integer not null storage p
table payee_restriction column 04 is_on: boolean not null storage p
table payee_restriction column 05 text: text not null storage x
table payee_restriction column 06 member_id: uuid not null storage p
table payee_restriction column 07 credential_id: bytea not null storage x
table payee_restriction column 08 authenticator_data: bytea not null storage x
table payee_restriction column 09 client_data: bytea not null storage x
table payee_restriction column 10 signature: bytea not null storage x
table payee_restriction column 11 at: timestamp with time zone not null storage p
table payee_restriction column 12 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payee_restriction constraint payee_restriction_authenticator_data_check: CHECK (((octet_length(authenticator_data) >= 37) AND (octet_length(authenticator_data) <= 4096)))
table payee_restriction constraint payee_restriction_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table payee_restriction constraint payee_restriction_client_data_check: CHECK (((octet_length(client_data) >= 1) AND (octet_length(client_data) <= 4096)))
table payee_restriction constraint payee_restriction_credential_id_fkey: FOREIGN KEY (credential_id) REFERENCES passkey(credential_id)
table payee_restriction constraint payee_restriction_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table payee_restriction constraint payee_restriction_pkey: PRIMARY KEY (business_id, mode, version)
table payee_restriction constraint payee_restriction_signature_check: CHECK (((octet_length(signature) >= 1) AND (octet_length(signature) <= 1024)))
table payee_restriction constraint payee_restriction_text_check: CHECK ((text ~~ 'Afara payee restriction 1 %'::text))
table payee_restriction constraint payee_restriction_version_check: CHECK ((version >= 1))
table payee_restriction index payee_restriction_pkey: CREATE UNIQUE INDEX payee_restriction_pkey ON afara.payee_restriction USING btree (business_id, mode, version)
table payee_restriction index payee_restriction_xid: CREATE INDEX payee_restriction_xid ON afara.payee_restriction USING btree (xid)
table payee_restriction policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payee_restriction policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payee_restriction policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payee_restriction policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payee_restriction trigger payee_restriction_is_history: CREATE TRIGGER payee_restriction_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payee_restriction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payment_item: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table payment_item column 01 order_id: uuid not null storage p grants [afara_payer=SELECT]
table payment_item column 02 number: integer not null storage p grants [afara_payer=SELECT]
table payment_item column 03 business_id: uuid not null storage p grants [afara_payer=SELECT]
table payment_item column 04 mode: mode not null storage p grants [afara_payer=SELECT]
table payment_item column 05 beneficiary_id: uuid not null storage p
table payment_item column 06 bank_code: filled_text not null storage x grants [afara_payer=SELECT]
table payment_item column 07 account_number: account_number not null storage x grants [afara_payer=SELECT]
table payment_item column 08 account_name: filled_text not null storage x grants [afara_payer=SELECT]
table payment_item column 09 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT]
table payment_item column 10 reference: transaction_reference not null storage x grants [afara_payer=SELECT]
table payment_item column 11 note: text not null storage x grants [afara_payer=SELECT]
table payment_item column 12 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payment_item constraint payment_item_beneficiary_id_fkey: FOREIGN KEY (beneficiary_id) REFERENCES beneficiary(id)
table payment_item constraint payment_item_note_check: CHECK ((length(note) <= 100))
table payment_item constraint payment_item_number_check: CHECK (((number >= 1) AND (number <= 1000)))
table payment_item constraint payment_item_order_id_fkey: FOREIGN KEY (order_id) REFERENCES payment_order(id)
table payment_item constraint payment_item_order_id_reference_key: UNIQUE (order_id, reference)
table payment_item constraint payment_item_pkey: PRIMARY KEY (order_id, number)
table payment_item index payment_item_of_reference: CREATE INDEX payment_item_of_reference ON afara.payment_item USING btree (business_id, mode, reference)
table payment_item index payment_item_order_id_reference_key: CREATE UNIQUE INDEX payment_item_order_id_reference_key ON afara.payment_item USING btree (order_id, reference)
table payment_item index payment_item_pkey: CREATE UNIQUE INDEX payment_item_pkey ON afara.payment_item USING btree (order_id, number)
table payment_item index payment_item_xid: CREATE INDEX payment_item_xid ON afara.payment_item USING btree (xid)
table payment_item policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payment_item policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payment_item policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payment_item policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payment_item policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payment_item trigger payment_item_is_history: CREATE TRIGGER payment_item_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payment_item FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payment_limit: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT]
table payment_limit column 01 business_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 03 version: integer not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 04 limit_minor: nonnegative_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 05 text: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 06 member_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 07 credential_id: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 08 authenticator_data: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 09 client_data: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 10 signature: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table payment_limit column 11 at: timestamp with time zone not null storage p
table payment_limit column 12 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payment_limit constraint payment_limit_authenticator_data_check: CHECK (((octet_length(authenticator_data) >= 37) AND (octet_length(authenticator_data) <= 4096)))
table payment_limit constraint payment_limit_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table payment_limit constraint payment_limit_client_data_check: CHECK (((octet_length(client_data) >= 1) AND (octet_length(client_data) <= 4096)))
table payment_limit constraint payment_limit_credential_id_fkey: FOREIGN KEY (credential_id) REFERENCES passkey(credential_id)
table payment_limit constraint payment_limit_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table payment_limit constraint payment_limit_pkey: PRIMARY KEY (business_id, mode, version)
table payment_limit constraint payment_limit_signature_check: CHECK (((octet_length(signature) >= 1) AND (octet_length(signature) <= 1024)))
table payment_limit constraint payment_limit_text_check: CHECK ((text ~~ 'Afara payment limit 1 %'::text))
table payment_limit constraint payment_limit_version_check: CHECK ((version >= 1))
table payment_limit index payment_limit_pkey: CREATE UNIQUE INDEX payment_limit_pkey ON afara.payment_limit USING btree (business_id, mode, version)
table payment_limit index payment_limit_xid: CREATE INDEX payment_limit_xid ON afara.payment_limit USING btree (xid)
table payment_limit policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payment_limit policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payment_limit policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payment_limit policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payment_limit policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payment_limit policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table payment_limit trigger payment_limit_is_history: CREATE TRIGGER payment_limit_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payment_limit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payment_order: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table payment_order column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payment_order column 02 business_id: uuid not null storage p grants [afara_payer=SELECT]
table payment_order column 03 mode: mode not null storage p grants [afara_payer=SELECT]
table payment_order column 04 reference: transaction_reference not null storage x grants [afara_payer=SELECT]
table payment_order column 05 meaning: digest not null storage x
table payment_order column 06 item_count: integer not null storage p
table payment_order column 07 total_minor: positive_minor not null storage m grants [afara_signer=SELECT]
table payment_order column 08 text: text not null storage x
table payment_order column 09 proposed_by: uuid not null storage p
table payment_order column 10 created_at: timestamp with time zone not null storage p
table payment_order column 11 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payment_order constraint payment_order_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table payment_order constraint payment_order_business_id_mode_reference_key: UNIQUE (business_id, mode, reference)
table payment_order constraint payment_order_item_count_check: CHECK (((item_count >= 1) AND (item_count <= 1000)))
table payment_order constraint payment_order_pkey: PRIMARY KEY (id)
table payment_order constraint payment_order_proposed_by_fkey: FOREIGN KEY (proposed_by) REFERENCES member(id)
table payment_order constraint payment_order_text_check: CHECK (((text ~~ 'Afara payment 1 %'::text) AND (length(text) <= 200000)))
table payment_order index payment_order_business_id_mode_reference_key: CREATE UNIQUE INDEX payment_order_business_id_mode_reference_key ON afara.payment_order USING btree (business_id, mode, reference)
table payment_order index payment_order_of_business: CREATE INDEX payment_order_of_business ON afara.payment_order USING btree (business_id, mode, id)
table payment_order index payment_order_pkey: CREATE UNIQUE INDEX payment_order_pkey ON afara.payment_order USING btree (id)
table payment_order index payment_order_xid: CREATE INDEX payment_order_xid ON afara.payment_order USING btree (xid)
table payment_order policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payment_order policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payment_order policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payment_order policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payment_order policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payment_order policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table payment_order trigger payment_order_is_history: CREATE TRIGGER payment_order_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payment_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payment_outcome: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table payment_outcome column 01 order_id: uuid not null storage p grants [afara_signer=SELECT]
table payment_outcome column 02 business_id: uuid not null storage p grants [afara_signer=SELECT]
table payment_outcome column 03 mode: mode not null storage p grants [afara_signer=SELECT]
table payment_outcome column 04 outcome: text not null storage x
table payment_outcome column 05 people: integer storage p grants [afara_signer=SELECT]
table payment_outcome column 06 member_id: uuid storage p
table payment_outcome column 07 at: timestamp with time zone not null storage p grants [afara_signer=SELECT]
table payment_outcome constraint payment_outcome_check: CHECK (((outcome = 'approved'::text) = (people IS NOT NULL)))
table payment_outcome constraint payment_outcome_check1: CHECK (((outcome = 'approved'::text) = (member_id IS NULL)))
table payment_outcome constraint payment_outcome_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table payment_outcome constraint payment_outcome_order_id_fkey: FOREIGN KEY (order_id) REFERENCES payment_order(id)
table payment_outcome constraint payment_outcome_outcome_check: CHECK ((outcome = ANY (ARRAY['approved'::text, 'withdrawn'::text, 'refused'::text])))
table payment_outcome constraint payment_outcome_people_check: CHECK ((people = ANY (ARRAY[1, 2])))
table payment_outcome constraint payment_outcome_pkey: PRIMARY KEY (order_id)
table payment_outcome index payment_outcome_alone: CREATE INDEX payment_outcome_alone ON afara.payment_outcome USING btree (business_id, mode, at) WHERE (people = 1)
table payment_outcome index payment_outcome_pkey: CREATE UNIQUE INDEX payment_outcome_pkey ON afara.payment_outcome USING btree (order_id)
table payment_outcome policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table payment_outcome policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payment_outcome policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payment_outcome policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payment_outcome policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table payment_outcome trigger payment_outcome_is_history: CREATE TRIGGER payment_outcome_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payment_outcome FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payment_refusal: afara_owner rls forced grants [afara_people=SELECT]
table payment_refusal column 01 order_id: uuid not null storage p
table payment_refusal column 02 number: integer not null storage p
table payment_refusal column 03 attempt: integer not null storage p
table payment_refusal column 04 business_id: uuid not null storage p
table payment_refusal column 05 mode: mode not null storage p
table payment_refusal column 06 code: text not null storage x
table payment_refusal column 07 message: text not null storage x
table payment_refusal column 08 at: timestamp with time zone not null storage p
table payment_refusal constraint payment_refusal_attempt_check: CHECK ((attempt >= 1))
table payment_refusal constraint payment_refusal_code_check: CHECK ((code ~ '^[a-z_]+$'::text))
table payment_refusal constraint payment_refusal_message_check: CHECK (((length(message) >= 1) AND (length(message) <= 500)))
table payment_refusal constraint payment_refusal_order_id_number_fkey: FOREIGN KEY (order_id, number) REFERENCES payment_item(order_id, number)
table payment_refusal constraint payment_refusal_pkey: PRIMARY KEY (order_id, number, attempt)
table payment_refusal index payment_refusal_pkey: CREATE UNIQUE INDEX payment_refusal_pkey ON afara.payment_refusal USING btree (order_id, number, attempt)
table payment_refusal policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table payment_refusal policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payment_refusal policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payment_refusal policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payment_refusal trigger payment_refusal_is_history: CREATE TRIGGER payment_refusal_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payment_refusal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payment_retry: afara_owner rls forced grants [afara_people=SELECT]
table payment_retry column 01 order_id: uuid not null storage p
table payment_retry column 02 number: integer not null storage p
table payment_retry column 03 attempt: integer not null storage p
table payment_retry column 04 business_id: uuid not null storage p
table payment_retry column 05 mode: mode not null storage p
table payment_retry column 06 member_id: uuid not null storage p
table payment_retry column 07 at: timestamp with time zone not null storage p
table payment_retry constraint payment_retry_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table payment_retry constraint payment_retry_order_id_number_attempt_fkey: FOREIGN KEY (order_id, number, attempt) REFERENCES payment_refusal(order_id, number, attempt)
table payment_retry constraint payment_retry_pkey: PRIMARY KEY (order_id, number, attempt)
table payment_retry index payment_retry_pkey: CREATE UNIQUE INDEX payment_retry_pkey ON afara.payment_retry USING btree (order_id, number, attempt)
table payment_retry policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table payment_retry policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payment_retry policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payment_retry policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payment_retry trigger payment_retry_is_history: CREATE TRIGGER payment_retry_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payment_retry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payment_sell: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table payment_sell column 01 transaction_id: uuid not null storage p grants [afara_payer=SELECT]
table payment_sell column 02 order_id: uuid not null storage p grants [afara_payer=SELECT]
table payment_sell column 03 number: integer not null storage p grants [afara_payer=SELECT]
table payment_sell column 04 business_id: uuid not null storage p
table payment_sell column 05 mode: mode not null storage p
table payment_sell constraint payment_sell_order_id_number_fkey: FOREIGN KEY (order_id, number) REFERENCES payment_item(order_id, number)
table payment_sell constraint payment_sell_order_id_number_key: UNIQUE (order_id, number)
table payment_sell constraint payment_sell_pkey: PRIMARY KEY (transaction_id)
table payment_sell constraint payment_sell_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table payment_sell index payment_sell_order_id_number_key: CREATE UNIQUE INDEX payment_sell_order_id_number_key ON afara.payment_sell USING btree (order_id, number)
table payment_sell index payment_sell_pkey: CREATE UNIQUE INDEX payment_sell_pkey ON afara.payment_sell USING btree (transaction_id)
table payment_sell policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table payment_sell policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payment_sell policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payment_sell policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payment_sell policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payment_sell trigger payment_sell_is_history: CREATE TRIGGER payment_sell_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payment_sell FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payment_signature: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table payment_signature column 01 order_id: uuid not null storage p grants [afara_payer=SELECT]
table payment_signature column 02 part: text not null storage x grants [afara_payer=SELECT]
table payment_signature column 03 business_id: uuid not null storage p
table payment_signature column 04 mode: mode not null storage p
table payment_signature column 05 member_id: uuid not null storage p grants [afara_payer=SELECT]
table payment_signature column 06 credential_id: bytea not null storage x grants [afara_payer=SELECT]
table payment_signature column 07 authenticator_data: bytea not null storage x grants [afara_payer=SELECT]
table payment_signature column 08 client_data: bytea not null storage x grants [afara_payer=SELECT]
table payment_signature column 09 signature: bytea not null storage x grants [afara_payer=SELECT]
table payment_signature column 10 at: timestamp with time zone not null storage p
table payment_signature column 11 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payment_signature constraint payment_signature_authenticator_data_check: CHECK (((octet_length(authenticator_data) >= 37) AND (octet_length(authenticator_data) <= 4096)))
table payment_signature constraint payment_signature_client_data_check: CHECK (((octet_length(client_data) >= 1) AND (octet_length(client_data) <= 4096)))
table payment_signature constraint payment_signature_credential_id_fkey: FOREIGN KEY (credential_id) REFERENCES passkey(credential_id)
table payment_signature constraint payment_signature_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table payment_signature constraint payment_signature_order_id_fkey: FOREIGN KEY (order_id) REFERENCES payment_order(id)
table payment_signature constraint payment_signature_order_id_member_id_key: UNIQUE (order_id, member_id)
table payment_signature constraint payment_signature_part_check: CHECK ((part = ANY (ARRAY['proposed'::text, 'approved'::text])))
table payment_signature constraint payment_signature_pkey: PRIMARY KEY (order_id, part)
table payment_signature constraint payment_signature_signature_check: CHECK (((octet_length(signature) >= 1) AND (octet_length(signature) <= 1024)))
table payment_signature index payment_signature_order_id_member_id_key: CREATE UNIQUE INDEX payment_signature_order_id_member_id_key ON afara.payment_signature USING btree (order_id, member_id)
table payment_signature index payment_signature_pkey: CREATE UNIQUE INDEX payment_signature_pkey ON afara.payment_signature USING btree (order_id, part)
table payment_signature index payment_signature_xid: CREATE INDEX payment_signature_xid ON afara.payment_signature USING btree (xid)
table payment_signature policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payment_signature policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payment_signature policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table payment_signature policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payment_signature policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payment_signature trigger payment_signature_is_history: CREATE TRIGGER payment_signature_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payment_signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout: afara_owner {fillfactor=70} rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table payout column 01 id: uuid not null storage p grants [afara_payer=SELECT]
table payout column 02 right_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payout column 03 mode: mode not null storage p grants [afara_payer=SELECT]
table payout column 04 account_id: uuid not null storage p grants [afara_payer=SELECT]
table payout column 05 attempt: integer not null storage p grants [afara_payer=SELECT]
table payout column 06 reference: text not null storage x grants [afara_payer=SELECT]
table payout column 07 state: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table payout column 08 entry_id: uuid not null storage p grants [afara_payer=SELECT]
table payout column 09 final_entry_id: uuid storage p
table payout column 10 ordered_at: timestamp with time zone not null storage p grants [afara_payer=SELECT]
table payout column 11 first_sent_at: timestamp with time zone storage p
table payout column 12 sent_at: timestamp with time zone storage p
table payout column 13 sent_count: integer not null storage p 0 grants [afara_payer=SELECT]
table payout column 14 repeat_count: integer not null storage p 0
table payout column 15 answered_at: timestamp with time zone storage p
table payout column 16 next_look_at: timestamp with time zone storage p
table payout column 17 look_count: integer not null storage p 0
table payout column 18 not_found_count: integer not null storage p 0
table payout column 19 first_not_found_at: timestamp with time zone storage p
table payout column 20 last_not_found_at: timestamp with time zone storage p
table payout column 21 ended_count: integer not null storage p 0
table payout column 22 ended_told_at: timestamp with time zone storage p
table payout column 23 ended_at: timestamp with time zone storage p
table payout column 24 last_said: text storage x
table payout column 25 session_id: text storage x
table payout column 26 vendor_id: text storage x grants [afara_payer=SELECT]
table payout column 27 fee_minor: nonnegative_minor storage m
table payout column 28 money_back_at: timestamp with time zone storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payout column 29 evidence: jsonb storage x
table payout constraint payout_account_id_fkey: FOREIGN KEY (account_id) REFERENCES payout_account(id)
table payout constraint payout_attempt_check: CHECK ((attempt >= 1))
table payout constraint payout_check: CHECK (((money_back_at IS NULL) OR (state = ANY (ARRAY['failed'::text, 'reversed'::text]))))
table payout constraint payout_check1: CHECK (((state <> 'succeeded'::text) OR ((final_entry_id IS NOT NULL) AND (ended_at IS NOT NULL))))
table payout constraint payout_check2: CHECK (((state <> 'ordered'::text) OR ((first_sent_at IS NULL) AND (sent_count = 0))))
table payout constraint payout_check3: CHECK (((state <> ALL (ARRAY['sending'::text, 'accepted'::text, 'unknown'::text])) OR (sent_at IS NOT NULL)))
table payout constraint payout_pkey: PRIMARY KEY (id)
table payout constraint payout_reference_account_id_key: UNIQUE (reference, account_id)
table payout constraint payout_right_id_attempt_key: UNIQUE (right_id, attempt)
table payout constraint payout_right_id_fkey: FOREIGN KEY (right_id) REFERENCES payout_right(id)
table payout constraint payout_state_check: CHECK ((state = ANY (ARRAY['ordered'::text, 'sending'::text, 'accepted'::text, 'unknown'::text, 'failed'::text, 'succeeded'::text, 'reversed'::text])))
table payout index payout_alive: CREATE UNIQUE INDEX payout_alive ON afara.payout USING btree (right_id) WHERE (money_back_at IS NULL)
table payout index payout_look: CREATE INDEX payout_look ON afara.payout USING btree (account_id, next_look_at) WHERE (next_look_at IS NOT NULL)
table payout index payout_ordered_at: CREATE INDEX payout_ordered_at ON afara.payout USING brin (ordered_at) WITH (pages_per_range='16', autosummarize='on')
table payout index payout_out: CREATE INDEX payout_out ON afara.payout USING btree (account_id) WHERE ((money_back_at IS NULL) AND (final_entry_id IS NULL))
table payout index payout_pkey: CREATE UNIQUE INDEX payout_pkey ON afara.payout USING btree (id)
table payout index payout_reference_account_id_key: CREATE UNIQUE INDEX payout_reference_account_id_key ON afara.payout USING btree (reference, account_id)
table payout index payout_right_id_attempt_key: CREATE UNIQUE INDEX payout_right_id_attempt_key ON afara.payout USING btree (right_id, attempt)
table payout policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payout policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table payout trigger payout_guard: CREATE TRIGGER payout_guard BEFORE UPDATE ON afara.payout FOR EACH ROW EXECUTE FUNCTION guard_payout() O
table payout trigger payout_stays: CREATE TRIGGER payout_stays BEFORE DELETE OR TRUNCATE ON afara.payout FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout trigger payout_was_written_off: CREATE TRIGGER payout_was_written_off AFTER INSERT ON afara.payout REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION undo_payout_write_off() O
table payout_account: afara_owner {fillfactor=50} grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table payout_account column 01 id: uuid not null storage p grants [afara_payer=SELECT]
table payout_account column 02 mode: mode not null storage p grants [afara_payer=SELECT]
table payout_account column 03 vendor: text not null storage x grants [afara_payer=SELECT]
table payout_account column 04 name: filled_text not null storage x
table payout_account column 05 account_number: text storage x
table payout_account column 06 state: text not null storage x 'active'::text grants [afara_payer=SELECT]
table payout_account column 07 frozen_because: text storage x
table payout_account column 08 available_minor: numeric(38,0) storage m
table payout_account column 09 read_at: timestamp with time zone storage p
table payout_account column 10 holder: text storage x
table payout_account column 11 lease_until: timestamp with time zone storage p grants [afara_payer=SELECT]
table payout_account column 12 fence: bigint not null storage p 0
table payout_account column 13 checked_start: timestamp with time zone storage p
table payout_account column 14 journal_read: bigint not null storage p 0
table payout_account column 15 line_cursor: text storage x grants [afara_payer=SELECT]
table payout_account column 16 lines_whole_at: timestamp with time zone storage p
table payout_account column 17 short_of: text storage x
table payout_account column 18 short_since: timestamp with time zone storage p
table payout_account column 19 created_at: timestamp with time zone not null storage p
table payout_account constraint payout_account_check: CHECK (((state = 'frozen'::text) = (frozen_because IS NOT NULL)))
table payout_account constraint payout_account_check1: CHECK ((num_nulls(short_of, short_since) = ANY (ARRAY[0, 2])))
table payout_account constraint payout_account_mode_vendor_name_key: UNIQUE (mode, vendor, name)
table payout_account constraint payout_account_pkey: PRIMARY KEY (id)
table payout_account constraint payout_account_short_of_check: CHECK ((short_of = ANY (ARRAY['books'::text, 'funds'::text, 'reading'::text, 'payer'::text])))
table payout_account constraint payout_account_state_check: CHECK ((state = ANY (ARRAY['active'::text, 'draining'::text, 'frozen'::text, 'closed'::text])))
table payout_account constraint payout_account_vendor_check: CHECK ((vendor = ANY (ARRAY['paystack'::text, 'monnify'::text])))
table payout_account index payout_account_mode_vendor_name_key: CREATE UNIQUE INDEX payout_account_mode_vendor_name_key ON afara.payout_account USING btree (mode, vendor, name)
table payout_account index payout_account_pkey: CREATE UNIQUE INDEX payout_account_pkey ON afara.payout_account USING btree (id)
table payout_account trigger payout_account_stays: CREATE TRIGGER payout_account_stays BEFORE DELETE OR TRUNCATE ON afara.payout_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout_batch: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table payout_batch column 01 id: uuid not null storage p
table payout_batch column 02 business_id: uuid not null storage p
table payout_batch column 03 mode: mode not null storage p
table payout_batch column 04 row_count: integer not null storage p
table payout_batch column 05 created_by: uuid not null storage p
table payout_batch column 06 created_at: timestamp with time zone not null storage p
table payout_batch constraint payout_batch_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table payout_batch constraint payout_batch_pkey: PRIMARY KEY (id)
table payout_batch constraint payout_batch_row_count_check: CHECK (((row_count >= 1) AND (row_count <= 10000)))
table payout_batch index payout_batch_of_business: CREATE INDEX payout_batch_of_business ON afara.payout_batch USING btree (business_id, mode, id)
table payout_batch index payout_batch_pkey: CREATE UNIQUE INDEX payout_batch_pkey ON afara.payout_batch USING btree (id)
table payout_batch policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table payout_batch policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table payout_batch policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_batch policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_batch trigger payout_batch_is_history: CREATE TRIGGER payout_batch_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payout_batch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout_book: afara_owner {fillfactor=50} rls forced grants [afara_reconciler=SELECT afara_worker=SELECT]
table payout_book column 01 account_id: uuid not null storage p
table payout_book column 02 lines_minor: numeric(38,0) not null storage m
table payout_book column 03 line_count: bigint not null storage p
table payout_book constraint payout_book_account_id_fkey: FOREIGN KEY (account_id) REFERENCES payout_account(id)
table payout_book constraint payout_book_pkey: PRIMARY KEY (account_id)
table payout_book index payout_book_pkey: CREATE UNIQUE INDEX payout_book_pkey ON afara.payout_book USING btree (account_id)
table payout_book policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_book policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_book policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_forgotten: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table payout_forgotten column 01 account_id: uuid not null storage p grants [afara_payer=SELECT]
table payout_forgotten column 02 reference: text not null storage x grants [afara_payer=SELECT]
table payout_forgotten column 03 right_key: text not null storage x grants [afara_payer=SELECT]
table payout_forgotten column 04 attempt: integer not null storage p grants [afara_payer=SELECT]
table payout_forgotten column 05 payout_id: uuid not null storage p grants [afara_payer=SELECT]
table payout_forgotten column 06 bank_code: text not null storage x grants [afara_payer=SELECT]
table payout_forgotten column 07 account_number: text not null storage x grants [afara_payer=SELECT]
table payout_forgotten column 08 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT]
table payout_forgotten column 09 noted_at: timestamp with time zone not null storage p grants [afara_payer=SELECT]
table payout_forgotten column 10 balance_minor: positive_minor storage m grants [afara_payer=SELECT]
table payout_forgotten constraint payout_forgotten_account_id_fkey: FOREIGN KEY (account_id) REFERENCES payout_account(id)
table payout_forgotten constraint payout_forgotten_pkey: PRIMARY KEY (reference, account_id)
table payout_forgotten index payout_forgotten_business: CREATE INDEX payout_forgotten_business ON afara.payout_forgotten USING btree (split_part(right_key, '/'::text, 1)) WHERE (balance_minor IS NOT NULL)
table payout_forgotten index payout_forgotten_pkey: CREATE UNIQUE INDEX payout_forgotten_pkey ON afara.payout_forgotten USING btree (reference, account_id)
table payout_forgotten index payout_forgotten_right: CREATE INDEX payout_forgotten_right ON afara.payout_forgotten USING btree (right_key)
table payout_forgotten policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_forgotten policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payout_forgotten policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_forgotten policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_forgotten trigger payout_forgotten_is_history: CREATE TRIGGER payout_forgotten_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payout_forgotten FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout_funding: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table payout_funding column 01 id: uuid not null storage p
table payout_funding column 02 account_id: uuid not null storage p
table payout_funding column 03 amount_minor: positive_minor not null storage m
table payout_funding column 04 entry_id: uuid not null storage p
table payout_funding column 05 reason: filled_text not null storage x
table payout_funding column 06 placed_by: text not null storage x
table payout_funding column 07 placed_at: timestamp with time zone not null storage p
table payout_funding column 08 line_id: uuid storage p
table payout_funding constraint payout_funding_account_id_fkey: FOREIGN KEY (account_id) REFERENCES payout_account(id)
table payout_funding constraint payout_funding_line_id_key: UNIQUE (line_id)
table payout_funding constraint payout_funding_pkey: PRIMARY KEY (id)
table payout_funding index payout_funding_expected: CREATE INDEX payout_funding_expected ON afara.payout_funding USING btree (account_id, amount_minor) WHERE (line_id IS NULL)
table payout_funding index payout_funding_line_id_key: CREATE UNIQUE INDEX payout_funding_line_id_key ON afara.payout_funding USING btree (line_id)
table payout_funding index payout_funding_pkey: CREATE UNIQUE INDEX payout_funding_pkey ON afara.payout_funding USING btree (id)
table payout_funding trigger payout_funding_is_move: CREATE TRIGGER payout_funding_is_move AFTER INSERT OR UPDATE OF line_id ON afara.payout_funding FOR EACH ROW WHEN ((new.line_id IS NOT NULL)) EXECUTE FUNCTION note_move_arrived() O
table payout_item: afara_owner {fillfactor=70} rls forced grants [afara_reconciler=SELECT afara_worker=SELECT]
table payout_item column 01 account_id: uuid not null storage p
table payout_item column 02 key: text not null storage x
table payout_item column 03 ours_minor: numeric(38,0) not null storage m
table payout_item column 04 theirs_minor: numeric(38,0) not null storage m
table payout_item column 05 since: timestamp with time zone not null storage p
table payout_item constraint payout_item_account_id_fkey: FOREIGN KEY (account_id) REFERENCES payout_account(id)
table payout_item constraint payout_item_pkey: PRIMARY KEY (account_id, key)
table payout_item index payout_item_pkey: CREATE UNIQUE INDEX payout_item_pkey ON afara.payout_item USING btree (account_id, key)
table payout_item policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_item policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_item policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_line: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table payout_line column 01 id: uuid not null storage p grants [afara_payer=SELECT]
table payout_line column 02 account_id: uuid not null storage p grants [afara_payer=SELECT]
table payout_line column 03 external_id: filled_text not null storage x grants [afara_payer=SELECT]
table payout_line column 04 at: timestamp with time zone not null storage p
table payout_line column 05 direction: text not null storage x grants [afara_payer=SELECT]
table payout_line column 06 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT]
table payout_line column 07 reference: text storage x grants [afara_payer=SELECT]
table payout_line column 08 kind: text not null storage x grants [afara_payer=SELECT]
table payout_line column 09 payout_id: uuid storage p
table payout_line column 10 entry_id: uuid storage p
table payout_line column 11 problem: text storage x grants [afara_payer=SELECT]
table payout_line column 12 seen_at: timestamp with time zone not null storage p grants [afara_payer=SELECT]
table payout_line column 13 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payout_line constraint payout_line_account_id_fkey: FOREIGN KEY (account_id) REFERENCES payout_account(id)
table payout_line constraint payout_line_direction_check: CHECK ((direction = ANY (ARRAY['debit'::text, 'credit'::text])))
table payout_line constraint payout_line_external_id_account_id_key: UNIQUE (external_id, account_id)
table payout_line constraint payout_line_kind_check: CHECK ((kind = ANY (ARRAY['payment'::text, 'return'::text, 'fee'::text, 'funding'::text, 'other'::text])))
table payout_line constraint payout_line_pkey: PRIMARY KEY (id)
table payout_line index payout_line_external_id_account_id_key: CREATE UNIQUE INDEX payout_line_external_id_account_id_key ON afara.payout_line USING btree (external_id, account_id)
table payout_line index payout_line_in_question: CREATE INDEX payout_line_in_question ON afara.payout_line USING btree (account_id) WHERE ((problem IS NOT NULL) AND (direction = 'debit'::text))
table payout_line index payout_line_of: CREATE INDEX payout_line_of ON afara.payout_line USING btree (reference, account_id) WHERE (reference IS NOT NULL)
table payout_line index payout_line_pkey: CREATE UNIQUE INDEX payout_line_pkey ON afara.payout_line USING btree (id)
table payout_line index payout_line_xid: CREATE INDEX payout_line_xid ON afara.payout_line USING btree (xid)
table payout_line policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_line policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payout_line policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_line policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_line trigger payout_line_given_back: CREATE TRIGGER payout_line_given_back AFTER INSERT ON afara.payout_line FOR EACH ROW WHEN (((new.direction = 'credit'::text) AND (new.problem IS NULL) AND (new.entry_id IS NOT NULL) AND (new.reference IS NOT NULL) AND (new.kind <> 'fee'::text))) EXECUTE FUNCTION undo_answered_debit() O
table payout_line trigger payout_line_is_history: CREATE TRIGGER payout_line_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payout_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout_line trigger payout_line_odd_return: CREATE TRIGGER payout_line_odd_return BEFORE INSERT ON afara.payout_line FOR EACH ROW WHEN (((new.direction = 'credit'::text) AND (new.entry_id IS NULL) AND (new.kind <> 'fee'::text) AND ((new.problem = 'a return of another amount than was paid'::text) OR ((new.problem IS NULL) AND (new.payout_id IS NOT NULL))))) EXECUTE FUNCTION book_odd_return() O
table payout_line_answer: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table payout_line_answer column 01 line_id: uuid not null storage p grants [afara_payer=SELECT]
table payout_line_answer column 02 mode: mode not null storage p
table payout_line_answer column 03 case_id: uuid not null storage p
table payout_line_answer column 04 explained_as: text not null storage x grants [afara_payer=SELECT]
table payout_line_answer column 05 payout_id: uuid storage p grants [afara_payer=SELECT]
table payout_line_answer column 06 whose: text storage x
table payout_line_answer column 07 entry_id: uuid storage p
table payout_line_answer column 08 at: timestamp with time zone not null storage p
table payout_line_answer column 09 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payout_line_answer constraint payout_line_answer_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table payout_line_answer constraint payout_line_answer_check: CHECK (((explained_as = ANY (ARRAY['return'::text, 'payout'::text])) = (payout_id IS NOT NULL)))
table payout_line_answer constraint payout_line_answer_check1: CHECK (((explained_as = 'somebody'::text) = (whose IS NOT NULL)))
table payout_line_answer constraint payout_line_answer_check2: CHECK (((entry_id IS NOT NULL) OR (explained_as = ANY (ARRAY['return'::text, 'payout'::text, 'somebody'::text]))))
table payout_line_answer constraint payout_line_answer_explained_as_check: CHECK ((explained_as = ANY (ARRAY['capital'::text, 'return'::text, 'payout'::text, 'loss'::text, 'charge'::text, 'vendor'::text, 'somebody'::text])))
table payout_line_answer constraint payout_line_answer_line_id_fkey: FOREIGN KEY (line_id) REFERENCES payout_line(id)
table payout_line_answer constraint payout_line_answer_payout_id_fkey: FOREIGN KEY (payout_id) REFERENCES payout(id)
table payout_line_answer constraint payout_line_answer_pkey: PRIMARY KEY (line_id)
table payout_line_answer index payout_line_answer_entry: CREATE INDEX payout_line_answer_entry ON afara.payout_line_answer USING btree (entry_id) WHERE (entry_id IS NOT NULL)
table payout_line_answer index payout_line_answer_of: CREATE INDEX payout_line_answer_of ON afara.payout_line_answer USING btree (payout_id) WHERE (payout_id IS NOT NULL)
table payout_line_answer index payout_line_answer_paid: CREATE UNIQUE INDEX payout_line_answer_paid ON afara.payout_line_answer USING btree (payout_id) WHERE (explained_as = 'payout'::text)
table payout_line_answer index payout_line_answer_pkey: CREATE UNIQUE INDEX payout_line_answer_pkey ON afara.payout_line_answer USING btree (line_id)
table payout_line_answer policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_line_answer policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payout_line_answer policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_line_answer policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_line_answer trigger payout_line_answer_is_history: CREATE TRIGGER payout_line_answer_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payout_line_answer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout_line_disowned: afara_owner rls forced grants [afara_worker=SELECT]
table payout_line_disowned column 01 line_id: uuid not null storage p
table payout_line_disowned column 02 mode: mode not null storage p
table payout_line_disowned column 03 case_id: uuid not null storage p
table payout_line_disowned column 04 entry_id: uuid not null storage p
table payout_line_disowned column 05 at: timestamp with time zone not null storage p
table payout_line_disowned column 06 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payout_line_disowned constraint payout_line_disowned_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table payout_line_disowned constraint payout_line_disowned_line_id_fkey: FOREIGN KEY (line_id) REFERENCES payout_line(id)
table payout_line_disowned constraint payout_line_disowned_pkey: PRIMARY KEY (line_id)
table payout_line_disowned index payout_line_disowned_entry: CREATE INDEX payout_line_disowned_entry ON afara.payout_line_disowned USING btree (entry_id)
table payout_line_disowned index payout_line_disowned_pkey: CREATE UNIQUE INDEX payout_line_disowned_pkey ON afara.payout_line_disowned USING btree (line_id)
table payout_line_disowned policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_line_disowned policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_line_disowned policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_line_disowned trigger payout_line_disowned_is_history: CREATE TRIGGER payout_line_disowned_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payout_line_disowned FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout_order: afara_owner {fillfactor=70} rls forced grants [afara_people=SELECT afara_worker=SELECT]
table payout_order column 01 transaction_id: uuid not null storage p
table payout_order column 02 purpose: text not null storage x
table payout_order column 03 leg: integer not null storage p
table payout_order column 04 mode: mode not null storage p
table payout_order column 05 business_id: uuid storage p
table payout_order column 06 account_id: uuid not null storage p
table payout_order column 07 bank_code: text not null storage x
table payout_order column 08 account_number: account_number not null storage x
table payout_order column 09 account_name: filled_text not null storage x
table payout_order column 10 amount_minor: positive_minor not null storage m
table payout_order column 11 cleared_at: timestamp with time zone not null storage p
table payout_order column 12 due_at: timestamp with time zone storage p
table payout_order constraint payout_order_leg_check: CHECK ((leg >= 1))
table payout_order constraint payout_order_pkey: PRIMARY KEY (transaction_id, purpose, leg)
table payout_order constraint payout_order_purpose_check: CHECK ((purpose = ANY (ARRAY['payout'::text, 'refund'::text])))
table payout_order index payout_order_of_account: CREATE INDEX payout_order_of_account ON afara.payout_order USING btree (account_id, cleared_at)
table payout_order index payout_order_pkey: CREATE UNIQUE INDEX payout_order_pkey ON afara.payout_order USING btree (transaction_id, purpose, leg)
table payout_order policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_order policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_order policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_reading: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table payout_reading column 01 id: uuid not null storage p
table payout_reading column 02 payout_id: uuid not null storage p
table payout_reading column 03 at: timestamp with time zone not null storage p
table payout_reading column 04 kind: text not null storage x
table payout_reading column 05 code: text storage x
table payout_reading column 06 amount_minor: numeric(38,0) storage m
table payout_reading column 07 session_id: text storage x
table payout_reading column 08 vendor_id: text storage x
table payout_reading column 09 raw: jsonb storage x
table payout_reading column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payout_reading constraint payout_reading_kind_check: CHECK ((kind = ANY (ARRAY['accepted'::text, 'rejected'::text, 'exists'::text, 'unknown'::text, 'refused'::text, 'pending'::text, 'needs_otp'::text, 'not_found'::text, 'unavailable'::text, 'success'::text, 'failed'::text, 'reversed'::text, 'evidence'::text])))
table payout_reading constraint payout_reading_payout_id_fkey: FOREIGN KEY (payout_id) REFERENCES payout(id)
table payout_reading constraint payout_reading_pkey: PRIMARY KEY (id)
table payout_reading index payout_reading_by_vendor: CREATE INDEX payout_reading_by_vendor ON afara.payout_reading USING btree (vendor_id) WHERE (vendor_id IS NOT NULL)
table payout_reading index payout_reading_of: CREATE INDEX payout_reading_of ON afara.payout_reading USING btree (payout_id)
table payout_reading index payout_reading_pkey: CREATE UNIQUE INDEX payout_reading_pkey ON afara.payout_reading USING btree (id)
table payout_reading index payout_reading_session: CREATE INDEX payout_reading_session ON afara.payout_reading USING btree (session_id) WHERE (session_id IS NOT NULL)
table payout_reading index payout_reading_xid: CREATE INDEX payout_reading_xid ON afara.payout_reading USING btree (xid)
table payout_reading policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_reading policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_reading policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_reading trigger payout_reading_is_history: CREATE TRIGGER payout_reading_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payout_reading FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout_right: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table payout_right column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payout_right column 02 mode: mode not null storage p grants [afara_payer=SELECT]
table payout_right column 03 transaction_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table payout_right column 04 purpose: text not null storage x grants [afara_payer=SELECT]
table payout_right column 05 leg: integer not null storage p grants [afara_payer=SELECT]
table payout_right column 06 business_id: uuid storage p grants [afara_payer=SELECT]
table payout_right column 07 reference: text not null storage x grants [afara_payer=SELECT]
table payout_right column 08 bank_code: text not null storage x grants [afara_payer=SELECT]
table payout_right column 09 account_number: account_number not null storage x grants [afara_payer=SELECT]
table payout_right column 10 account_name: filled_text not null storage x grants [afara_payer=SELECT]
table payout_right column 11 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT]
table payout_right column 12 opened_at: timestamp with time zone not null storage p
table payout_right column 13 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table payout_right constraint payout_right_leg_check: CHECK ((leg >= 1))
table payout_right constraint payout_right_pkey: PRIMARY KEY (id)
table payout_right constraint payout_right_purpose_check: CHECK ((purpose = ANY (ARRAY['payout'::text, 'refund'::text])))
table payout_right constraint payout_right_transaction_id_purpose_leg_key: UNIQUE (transaction_id, purpose, leg)
table payout_right index payout_right_by_name: CREATE INDEX payout_right_by_name ON afara.payout_right USING gin (to_tsvector('simple'::regconfig, (account_name)::text)) WITH (gin_pending_list_limit='256')
table payout_right index payout_right_by_number: CREATE INDEX payout_right_by_number ON afara.payout_right USING btree (account_number, transaction_id)
table payout_right index payout_right_pkey: CREATE UNIQUE INDEX payout_right_pkey ON afara.payout_right USING btree (id)
table payout_right index payout_right_same: CREATE INDEX payout_right_same ON afara.payout_right USING btree (account_number, amount_minor, opened_at)
table payout_right index payout_right_transaction_id_purpose_leg_key: CREATE UNIQUE INDEX payout_right_transaction_id_purpose_leg_key ON afara.payout_right USING btree (transaction_id, purpose, leg)
table payout_right index payout_right_xid: CREATE INDEX payout_right_xid ON afara.payout_right USING btree (xid)
table payout_right policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_right policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table payout_right policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_right policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_right policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table payout_right trigger payout_right_is_history: CREATE TRIGGER payout_right_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payout_right FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table payout_written_off: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table payout_written_off column 01 account_id: uuid not null storage p
table payout_written_off column 02 reference: text not null storage x
table payout_written_off column 03 case_id: uuid not null storage p
table payout_written_off column 04 entry_id: uuid storage p
table payout_written_off column 05 written_off_at: timestamp with time zone not null storage p
table payout_written_off constraint payout_written_off_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table payout_written_off constraint payout_written_off_case_id_key: UNIQUE (case_id)
table payout_written_off constraint payout_written_off_pkey: PRIMARY KEY (reference, account_id)
table payout_written_off constraint payout_written_off_reference_account_id_fkey: FOREIGN KEY (reference, account_id) REFERENCES payout_forgotten(reference, account_id)
table payout_written_off index payout_written_off_case_id_key: CREATE UNIQUE INDEX payout_written_off_case_id_key ON afara.payout_written_off USING btree (case_id)
table payout_written_off index payout_written_off_pkey: CREATE UNIQUE INDEX payout_written_off_pkey ON afara.payout_written_off USING btree (reference, account_id)
table payout_written_off policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table payout_written_off policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table payout_written_off policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table payout_written_off trigger payout_written_off_is_history: CREATE TRIGGER payout_written_off_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.payout_written_off FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table person_session: afara_owner rls forced grants [afara_people=INSERT,SELECT]
table person_session column 01 id: uuid not null storage p
table person_session column 02 operator_id: uuid storage p
table person_session column 03 member_id: uuid storage p
table person_session column 04 token_hash: digest not null storage x
table person_session column 05 method: text not null storage x
table person_session column 06 passkey_id: uuid storage p
table person_session column 07 client: text not null storage x
table person_session column 08 user_agent: text not null storage x
table person_session column 09 created_at: timestamp with time zone not null storage p
table person_session column 10 last_seen_at: timestamp with time zone not null storage p grants [afara_people=UPDATE]
table person_session column 11 idle_expires_at: timestamp with time zone not null storage p grants [afara_people=UPDATE]
table person_session column 12 expires_at: timestamp with time zone not null storage p
table person_session column 13 revoked_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table person_session constraint person_session_by_mail: CHECK (((method <> 'email_totp'::text) OR ((operator_id IS NULL) AND (client = 'browser'::text) AND (idle_expires_at <= (last_seen_at + '00:30:00'::interval)) AND (expires_at <= (created_at + '08:00:00'::interval)))))
table person_session constraint person_session_check: CHECK ((revoked_at >= created_at))
table person_session constraint person_session_client_check: CHECK ((client = ANY (ARRAY['browser'::text, 'terminal'::text])))
table person_session constraint person_session_has_passkey: CHECK (((method = 'email_totp'::text) = (passkey_id IS NULL)))
table person_session constraint person_session_idle: CHECK ((idle_expires_at <= (last_seen_at + CASE WHEN (operator_id IS NULL) THEN '12:00:00'::interval ELSE '00:30:00'::interval END)))
table person_session constraint person_session_length: CHECK ((expires_at <= (created_at + CASE WHEN (operator_id IS NULL) THEN '14 days'::interval ELSE '12:00:00'::interval END)))
table person_session constraint person_session_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table person_session constraint person_session_method_check: CHECK ((method = ANY (ARRAY['passkey'::text, 'device'::text, 'email_totp'::text])))
table person_session constraint person_session_of_one_person: CHECK ((num_nonnulls(operator_id, member_id) = 1))
table person_session constraint person_session_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table person_session constraint person_session_order: CHECK (((created_at <= last_seen_at) AND (last_seen_at < idle_expires_at) AND (idle_expires_at <= expires_at)))
table person_session constraint person_session_passkey_id_fkey: FOREIGN KEY (passkey_id) REFERENCES passkey(id)
table person_session constraint person_session_pkey: PRIMARY KEY (id)
table person_session constraint person_session_token_hash_key: UNIQUE (token_hash)
table person_session constraint person_session_user_agent_check: CHECK ((length(user_agent) <= 300))
table person_session index person_session_of_member: CREATE INDEX person_session_of_member ON afara.person_session USING btree (member_id, created_at) WHERE (member_id IS NOT NULL)
table person_session index person_session_of_operator: CREATE INDEX person_session_of_operator ON afara.person_session USING btree (operator_id, created_at) WHERE (operator_id IS NOT NULL)
table person_session index person_session_of_passkey: CREATE INDEX person_session_of_passkey ON afara.person_session USING btree (passkey_id) WHERE (revoked_at IS NULL)
table person_session index person_session_pkey: CREATE UNIQUE INDEX person_session_pkey ON afara.person_session USING btree (id)
table person_session index person_session_token_hash_key: CREATE UNIQUE INDEX person_session_token_hash_key ON afara.person_session USING btree (token_hash)
table person_session policy house: PERMISSIVE {afara_owner} ALL using true check true
table person_session policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table person_session policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table person_session trigger person_session_guard: CREATE TRIGGER person_session_guard BEFORE UPDATE ON afara.person_session FOR EACH ROW EXECUTE FUNCTION guard_session() O
table person_session trigger person_session_stays: CREATE TRIGGER person_session_stays BEFORE DELETE OR TRUNCATE ON afara.person_session FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table plan_flag: afara_owner rls forced grants [afara_people=SELECT]
table plan_flag column 01 business_id: uuid not null storage p
table plan_flag column 02 mode: mode not null storage p
table plan_flag column 03 transactions: bigint not null storage p
table plan_flag column 04 margin_minor: numeric(38,0) not null storage m
table plan_flag column 05 since: timestamp with time zone not null storage p
table plan_flag column 06 noted_at: timestamp with time zone not null storage p
table plan_flag constraint plan_flag_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table plan_flag constraint plan_flag_margin_minor_check: CHECK ((margin_minor < (0)::numeric))
table plan_flag constraint plan_flag_pkey: PRIMARY KEY (business_id, mode)
table plan_flag constraint plan_flag_transactions_check: CHECK ((transactions > 0))
table plan_flag index plan_flag_pkey: CREATE UNIQUE INDEX plan_flag_pkey ON afara.plan_flag USING btree (business_id, mode)
table plan_flag policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table plan_flag policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table plan_flag policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table posting: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table posting column 01 entry_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 02 ordinal: smallint not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 03 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 04 debit_kind: account_kind not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 05 debit_owner: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 06 credit_kind: account_kind not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 07 credit_owner: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 08 asset: asset not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 09 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table posting column 10 xid: bigint not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table posting constraint posting_pkey: PRIMARY KEY (entry_id, ordinal)
table posting index posting_of_balance: CREATE INDEX posting_of_balance ON afara.posting USING btree (( CASE WHEN (debit_kind = 'business'::account_kind) THEN debit_owner ELSE credit_owner END), mode, entry_id) WHERE ((debit_kind = 'business'::account_kind) OR (credit_kind = 'business'::account_kind))
table posting index posting_of_balance_since: CREATE INDEX posting_of_balance_since ON afara.posting USING btree (( CASE WHEN (debit_kind = 'business'::account_kind) THEN debit_owner ELSE credit_owner END), mode, xid) WHERE ((debit_kind = 'business'::account_kind) OR (credit_kind = 'business'::account_kind))
table posting index posting_pkey: CREATE UNIQUE INDEX posting_pkey ON afara.posting USING btree (entry_id, ordinal)
table posting index posting_xid: CREATE INDEX posting_xid ON afara.posting USING btree (xid)
table posting policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table posting policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table posting policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table posting policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table posting policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table posting trigger posting_is_history: CREATE TRIGGER posting_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table rail_terms: afara_owner grants [afara_reconciler=SELECT afara_worker=SELECT]
table rail_terms column 01 mode: mode not null storage p
table rail_terms column 02 vendor: text not null storage x
table rail_terms column 03 declared_at: timestamp with time zone not null storage p
table rail_terms column 04 settles: text not null storage x
table rail_terms column 05 millionths: integer not null storage p
table rail_terms column 06 fixed_minor: nonnegative_minor not null storage m
table rail_terms column 07 most_minor: nonnegative_minor not null storage m
table rail_terms constraint rail_terms_millionths_check: CHECK (((millionths >= 0) AND (millionths <= 1000000)))
table rail_terms constraint rail_terms_pkey: PRIMARY KEY (mode, vendor, declared_at)
table rail_terms constraint rail_terms_settles_check: CHECK ((settles = ANY (ARRAY['at_once'::text, 'next_working_day'::text])))
table rail_terms constraint rail_terms_vendor_check: CHECK ((vendor ~ '^[a-z]+$'::text))
table rail_terms index rail_terms_pkey: CREATE UNIQUE INDEX rail_terms_pkey ON afara.rail_terms USING btree (mode, vendor, declared_at)
table rail_terms trigger rail_terms_is_history: CREATE TRIGGER rail_terms_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.rail_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table rate_decision: afara_owner grants [afara_people=SELECT afara_worker=INSERT,SELECT]
table rate_decision column 01 id: uuid not null storage p
table rate_decision column 02 pair: rate_pair not null storage x
table rate_decision column 03 decided_at: timestamp with time zone not null storage p
table rate_decision column 04 bid: rate_value storage m
table rate_decision column 05 ask: rate_value storage m
table rate_decision column 06 as_of: timestamp with time zone storage p
table rate_decision column 07 expires_at: timestamp with time zone storage p
table rate_decision column 08 held_because: text storage x
table rate_decision column 09 used: text[] not null storage x
table rate_decision column 10 dropped: jsonb not null storage x
table rate_decision constraint rate_decision_check: CHECK (((bid)::numeric <= (ask)::numeric))
table rate_decision constraint rate_decision_check1: CHECK ((num_nulls(bid, ask, as_of, expires_at) = ANY (ARRAY[0, 4])))
table rate_decision constraint rate_decision_check2: CHECK (((held_because IS NOT NULL) OR (bid IS NOT NULL)))
table rate_decision constraint rate_decision_check3: CHECK (((bid IS NULL) = (used = '{}'::text[])))
table rate_decision constraint rate_decision_held_because_check: CHECK ((held_because <> ''::text))
table rate_decision constraint rate_decision_pkey: PRIMARY KEY (id)
table rate_decision index rate_decision_newest: CREATE INDEX rate_decision_newest ON afara.rate_decision USING btree (pair, decided_at DESC)
table rate_decision index rate_decision_pkey: CREATE UNIQUE INDEX rate_decision_pkey ON afara.rate_decision USING btree (id)
table rate_decision index rate_decision_published: CREATE INDEX rate_decision_published ON afara.rate_decision USING btree (pair, decided_at DESC) WHERE (held_because IS NULL)
table rate_decision trigger rate_decision_is_history: CREATE TRIGGER rate_decision_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.rate_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table rate_quote: afara_owner grants [afara_people=SELECT afara_worker=INSERT,SELECT]
table rate_quote column 01 reading_id: uuid not null storage p
table rate_quote column 02 pair: rate_pair not null storage x
table rate_quote column 03 bid: rate_value not null storage m
table rate_quote column 04 ask: rate_value not null storage m
table rate_quote column 05 observed_at: timestamp with time zone not null storage p
table rate_quote constraint rate_quote_check: CHECK (((bid)::numeric <= (ask)::numeric))
table rate_quote constraint rate_quote_pkey: PRIMARY KEY (reading_id, pair)
table rate_quote constraint rate_quote_reading_id_fkey: FOREIGN KEY (reading_id) REFERENCES rate_reading(id)
table rate_quote index rate_quote_of_gas: CREATE INDEX rate_quote_of_gas ON afara.rate_quote USING btree (pair, observed_at DESC) WHERE ((pair)::text !~~ 'USD%'::text)
table rate_quote index rate_quote_pkey: CREATE UNIQUE INDEX rate_quote_pkey ON afara.rate_quote USING btree (reading_id, pair)
table rate_quote trigger rate_quote_is_history: CREATE TRIGGER rate_quote_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.rate_quote FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table rate_reading: afara_owner grants [afara_people=SELECT afara_worker=INSERT,SELECT]
table rate_reading column 01 id: uuid not null storage p
table rate_reading column 02 source: text not null storage x
table rate_reading column 03 read_at: timestamp with time zone not null storage p
table rate_reading column 04 failure: text storage x
table rate_reading constraint rate_reading_failure_check: CHECK ((failure <> ''::text))
table rate_reading constraint rate_reading_pkey: PRIMARY KEY (id)
table rate_reading constraint rate_reading_source_check: CHECK ((source ~ '^[a-z]+$'::text))
table rate_reading index rate_reading_newest: CREATE INDEX rate_reading_newest ON afara.rate_reading USING btree (source, read_at DESC)
table rate_reading index rate_reading_newest_good: CREATE INDEX rate_reading_newest_good ON afara.rate_reading USING btree (source, read_at DESC) WHERE (failure IS NULL)
table rate_reading index rate_reading_pkey: CREATE UNIQUE INDEX rate_reading_pkey ON afara.rate_reading USING btree (id)
table rate_reading trigger rate_reading_is_history: CREATE TRIGGER rate_reading_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.rate_reading FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table rate_table: afara_owner grants [afara_api=SELECT afara_people=SELECT afara_worker=INSERT,SELECT]
table rate_table column 01 id: uuid not null storage p
table rate_table column 02 name: text not null storage x
table rate_table column 03 published_at: timestamp with time zone not null storage p
table rate_table column 04 as_of: timestamp with time zone not null storage p
table rate_table column 05 expires_at: timestamp with time zone not null storage p
table rate_table column 06 body: text not null storage x
table rate_table column 07 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table rate_table constraint rate_table_body_check: CHECK ((body IS JSON OBJECT WITH UNIQUE KEYS))
table rate_table constraint rate_table_check: CHECK ((expires_at > published_at))
table rate_table constraint rate_table_name_check: CHECK ((name = ANY (ARRAY['otc_buy'::text, 'usdc_ngnc'::text])))
table rate_table constraint rate_table_pkey: PRIMARY KEY (id)
table rate_table index rate_table_by_time: CREATE INDEX rate_table_by_time ON afara.rate_table USING btree (name, published_at DESC)
table rate_table index rate_table_newest: CREATE INDEX rate_table_newest ON afara.rate_table USING btree (name, xid DESC)
table rate_table index rate_table_pkey: CREATE UNIQUE INDEX rate_table_pkey ON afara.rate_table USING btree (id)
table rate_table trigger rate_table_is_history: CREATE TRIGGER rate_table_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.rate_table FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table rate_turn: afara_owner grants []
table rate_turn column 01 one: boolean not null storage p true
table rate_turn column 02 number: bigint not null storage p
table rate_turn column 03 taken_at: timestamp with time zone not null storage p
table rate_turn constraint rate_turn_one_check: CHECK (one)
table rate_turn constraint rate_turn_pkey: PRIMARY KEY (one)
table rate_turn index rate_turn_pkey: CREATE UNIQUE INDEX rate_turn_pkey ON afara.rate_turn USING btree (one)
table recent_sell: afara_owner rls forced grants [afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table recent_sell column 01 business_id: uuid not null storage p
table recent_sell column 02 mode: mode not null storage p
table recent_sell column 03 meaning: bytea not null storage x
table recent_sell column 04 transaction_id: uuid not null storage p
table recent_sell column 05 at: timestamp with time zone not null storage p
table recent_sell constraint recent_sell_pkey: PRIMARY KEY (business_id, mode, meaning)
table recent_sell index recent_sell_pkey: CREATE UNIQUE INDEX recent_sell_pkey ON afara.recent_sell USING btree (business_id, mode, meaning)
table recent_sell policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table recent_sell policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table recent_sell policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table reconciliation: afara_owner rls forced grants [afara_worker=SELECT]
table reconciliation column 01 id: uuid not null storage p
table reconciliation column 02 scope_kind: reconciled_kind not null storage x
table reconciliation column 03 scope: text not null storage x
table reconciliation column 04 mode: mode not null storage p
table reconciliation column 05 at: timestamp with time zone not null storage p
table reconciliation column 06 ours_minor: numeric(78,0) not null storage m
table reconciliation column 07 theirs_minor: numeric(78,0) not null storage m
table reconciliation column 08 difference_minor: numeric(78,0) not null storage m
table reconciliation column 09 items: jsonb not null storage x
table reconciliation column 10 state: text not null storage x
table reconciliation column 11 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table reconciliation constraint reconciliation_check: CHECK (((difference_minor = (0)::numeric) = (state = 'agrees'::text)))
table reconciliation constraint reconciliation_items_check: CHECK ((jsonb_typeof(items) = 'array'::text))
table reconciliation constraint reconciliation_pkey: PRIMARY KEY (id)
table reconciliation constraint reconciliation_state_check: CHECK ((state = ANY (ARRAY['agrees'::text, 'differs'::text, 'confirmed'::text])))
table reconciliation index reconciliation_of_scope: CREATE INDEX reconciliation_of_scope ON afara.reconciliation USING btree (scope_kind, scope, mode, at)
table reconciliation index reconciliation_pkey: CREATE UNIQUE INDEX reconciliation_pkey ON afara.reconciliation USING btree (id)
table reconciliation policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table reconciliation policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table reconciliation policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table reconciliation trigger reconciliation_is_history: CREATE TRIGGER reconciliation_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.reconciliation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table reconciliation_scope: afara_owner {fillfactor=50} rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table reconciliation_scope column 01 scope_kind: reconciled_kind not null storage x
table reconciliation_scope column 02 scope: text not null storage x
table reconciliation_scope column 03 mode: mode not null storage p
table reconciliation_scope column 04 ours_minor: numeric(78,0) not null storage m
table reconciliation_scope column 05 theirs_minor: numeric(78,0) not null storage m
table reconciliation_scope column 06 difference_minor: numeric(78,0) not null storage m
table reconciliation_scope column 07 items: jsonb not null storage x
table reconciliation_scope column 08 state: text not null storage x
table reconciliation_scope column 09 since: timestamp with time zone not null storage p
table reconciliation_scope column 10 looked_at: timestamp with time zone not null storage p
table reconciliation_scope column 11 last_agreed_at: timestamp with time zone storage p
table reconciliation_scope column 12 basis: jsonb storage x
table reconciliation_scope constraint reconciliation_scope_pkey: PRIMARY KEY (scope_kind, scope, mode)
table reconciliation_scope constraint reconciliation_scope_state_check: CHECK ((state = ANY (ARRAY['agrees'::text, 'differs'::text, 'confirmed'::text])))
table reconciliation_scope index reconciliation_scope_pkey: CREATE UNIQUE INDEX reconciliation_scope_pkey ON afara.reconciliation_scope USING btree (scope_kind, scope, mode)
table reconciliation_scope policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table reconciliation_scope policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table reconciliation_scope policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table reconciliation_surplus: afara_owner rls forced grants [afara_worker=SELECT]
table reconciliation_surplus column 01 entry_id: uuid not null storage p
table reconciliation_surplus column 02 mode: mode not null storage p
table reconciliation_surplus column 03 lane_id: uuid not null storage p
table reconciliation_surplus column 04 amount_minor: positive_minor not null storage m
table reconciliation_surplus column 05 case_id: uuid not null storage p
table reconciliation_surplus column 06 at: timestamp with time zone not null storage p
table reconciliation_surplus column 07 undone_entry_id: uuid storage p
table reconciliation_surplus constraint reconciliation_surplus_lane_id_fkey: FOREIGN KEY (lane_id) REFERENCES lane(id)
table reconciliation_surplus constraint reconciliation_surplus_pkey: PRIMARY KEY (entry_id)
table reconciliation_surplus constraint reconciliation_surplus_undone_entry_id_key: UNIQUE (undone_entry_id)
table reconciliation_surplus index reconciliation_surplus_pkey: CREATE UNIQUE INDEX reconciliation_surplus_pkey ON afara.reconciliation_surplus USING btree (entry_id)
table reconciliation_surplus index reconciliation_surplus_standing: CREATE INDEX reconciliation_surplus_standing ON afara.reconciliation_surplus USING btree (lane_id) WHERE (undone_entry_id IS NULL)
table reconciliation_surplus index reconciliation_surplus_undone_entry_id_key: CREATE UNIQUE INDEX reconciliation_surplus_undone_entry_id_key ON afara.reconciliation_surplus USING btree (undone_entry_id)
table reconciliation_surplus policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table reconciliation_surplus policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table reconciliation_surplus policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table reconciling: afara_owner rls forced grants [afara_reconciler=SELECT afara_worker=SELECT]
table reconciling column 01 is_one: boolean not null storage p true
table reconciling column 02 holder: text storage x
table reconciling column 03 lease_until: timestamp with time zone storage p
table reconciling column 04 through_xid: bigint not null storage p 0
table reconciling column 05 verified_seal: bigint not null storage p 0
table reconciling column 06 verified_all_at: timestamp with time zone storage p
table reconciling column 07 checked_xid: bigint not null storage p 0
table reconciling column 08 checked_at: timestamp with time zone storage p
table reconciling column 09 checked_all_on: date storage p
table reconciling column 10 seen_seal: bigint not null storage p 0
table reconciling column 11 owed_rows: bigint not null storage p 0
table reconciling column 12 owed_since: timestamp with time zone storage p
table reconciling constraint reconciling_is_one_check: CHECK (is_one)
table reconciling constraint reconciling_pkey: PRIMARY KEY (is_one)
table reconciling index reconciling_pkey: CREATE UNIQUE INDEX reconciling_pkey ON afara.reconciling USING btree (is_one)
table reconciling policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table reconciling policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table reconciling policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table reenrolment: afara_owner rls forced grants [afara_people=SELECT]
table reenrolment column 01 passkey_id: uuid not null storage p
table reenrolment column 02 operator_id: uuid storage p
table reenrolment column 03 member_id: uuid storage p
table reenrolment column 04 at: timestamp with time zone not null storage p
table reenrolment column 05 signs_from: timestamp with time zone not null storage p
table reenrolment constraint reenrolment_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table reenrolment constraint reenrolment_of_one_person: CHECK ((num_nonnulls(operator_id, member_id) = 1))
table reenrolment constraint reenrolment_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table reenrolment constraint reenrolment_passkey_id_fkey: FOREIGN KEY (passkey_id) REFERENCES passkey(id)
table reenrolment constraint reenrolment_pkey: PRIMARY KEY (passkey_id)
table reenrolment constraint reenrolment_waits: CHECK ((signs_from >= (at + '24:00:00'::interval)))
table reenrolment index reenrolment_of_member: CREATE INDEX reenrolment_of_member ON afara.reenrolment USING btree (member_id) WHERE (member_id IS NOT NULL)
table reenrolment index reenrolment_of_operator: CREATE INDEX reenrolment_of_operator ON afara.reenrolment USING btree (operator_id) WHERE (operator_id IS NOT NULL)
table reenrolment index reenrolment_pkey: CREATE UNIQUE INDEX reenrolment_pkey ON afara.reenrolment USING btree (passkey_id)
table reenrolment policy house: PERMISSIVE {afara_owner} ALL using true check true
table reenrolment policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table reenrolment policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table reenrolment trigger reenrolment_is_history: CREATE TRIGGER reenrolment_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.reenrolment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table refund_redirect: afara_owner rls forced grants [afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table refund_redirect column 01 return_id: uuid not null storage p grants [afara_payer=SELECT]
table refund_redirect column 02 number: integer not null storage p grants [afara_payer=SELECT]
table refund_redirect column 03 mode: mode not null storage p
table refund_redirect column 04 transaction_id: uuid not null storage p grants [afara_payer=SELECT]
table refund_redirect column 05 bank_code: filled_text not null storage x grants [afara_payer=SELECT]
table refund_redirect column 06 account_number: account_number not null storage x grants [afara_payer=SELECT]
table refund_redirect column 07 account_name: filled_text not null storage x
table refund_redirect column 08 case_id: uuid not null storage p
table refund_redirect column 09 at: timestamp with time zone not null storage p
table refund_redirect column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table refund_redirect constraint refund_redirect_case_id_fkey: FOREIGN KEY (case_id) REFERENCES case_file(id)
table refund_redirect constraint refund_redirect_case_id_key: UNIQUE (case_id)
table refund_redirect constraint refund_redirect_number_check: CHECK ((number >= 1))
table refund_redirect constraint refund_redirect_pkey: PRIMARY KEY (return_id, number)
table refund_redirect constraint refund_redirect_return_id_fkey: FOREIGN KEY (return_id) REFERENCES credit_return(id)
table refund_redirect constraint refund_redirect_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table refund_redirect index refund_redirect_case_id_key: CREATE UNIQUE INDEX refund_redirect_case_id_key ON afara.refund_redirect USING btree (case_id)
table refund_redirect index refund_redirect_of_transaction: CREATE INDEX refund_redirect_of_transaction ON afara.refund_redirect USING btree (transaction_id)
table refund_redirect index refund_redirect_pkey: CREATE UNIQUE INDEX refund_redirect_pkey ON afara.refund_redirect USING btree (return_id, number)
table refund_redirect index refund_redirect_xid: CREATE INDEX refund_redirect_xid ON afara.refund_redirect USING btree (xid)
table refund_redirect policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table refund_redirect policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table refund_redirect policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table refund_redirect policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table refund_redirect trigger refund_redirect_is_history: CREATE TRIGGER refund_redirect_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.refund_redirect FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table refused_buy: afara_owner rls forced grants [afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table refused_buy column 01 id: uuid not null storage p
table refused_buy column 02 business_id: uuid not null storage p
table refused_buy column 03 mode: mode not null storage p
table refused_buy column 04 vendor_account_id: uuid not null storage p
table refused_buy column 05 code: text not null storage x
table refused_buy column 06 request: jsonb not null storage x
table refused_buy column 07 digest: digest not null storage x
table refused_buy column 08 times: integer not null storage p 1
table refused_buy column 09 first_refused_at: timestamp with time zone not null storage p
table refused_buy column 10 last_refused_at: timestamp with time zone not null storage p
table refused_buy constraint refused_buy_business_id_mode_digest_key: UNIQUE (business_id, mode, digest)
table refused_buy constraint refused_buy_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table refused_buy constraint refused_buy_pkey: PRIMARY KEY (id)
table refused_buy constraint refused_buy_times_check: CHECK ((times >= 1))
table refused_buy constraint refused_buy_vendor_account_id_mode_fkey: FOREIGN KEY (vendor_account_id, mode) REFERENCES vendor_account(id, mode)
table refused_buy index refused_buy_business_id_mode_digest_key: CREATE UNIQUE INDEX refused_buy_business_id_mode_digest_key ON afara.refused_buy USING btree (business_id, mode, digest)
table refused_buy index refused_buy_of_account: CREATE INDEX refused_buy_of_account ON afara.refused_buy USING btree (vendor_account_id, last_refused_at)
table refused_buy index refused_buy_of_day: CREATE INDEX refused_buy_of_day ON afara.refused_buy USING btree (business_id, mode, first_refused_at)
table refused_buy index refused_buy_pkey: CREATE UNIQUE INDEX refused_buy_pkey ON afara.refused_buy USING btree (id)
table refused_buy policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table refused_buy policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table refused_buy policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table request_key: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table request_key column 01 business_id: uuid not null storage p
table request_key column 02 mode: mode not null storage p
table request_key column 03 key: text not null storage x
table request_key column 04 transaction_id: uuid not null storage p
table request_key column 05 meaning: digest not null storage x
table request_key constraint request_key_pkey: PRIMARY KEY (business_id, mode, key)
table request_key index request_key_pkey: CREATE UNIQUE INDEX request_key_pkey ON afara.request_key USING btree (business_id, mode, key)
table request_key policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table request_key policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table request_key policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table request_key policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table request_log: afara_owner unlogged rls forced grants [afara_api=SELECT afara_people=SELECT]
table request_log column 01 business_id: uuid not null storage p
table request_log column 02 mode: mode not null storage p
table request_log column 03 at: timestamp with time zone not null storage p
table request_log column 04 request_id: uuid not null storage p
table request_log column 05 key_id: uuid not null storage p
table request_log column 06 method: text not null storage x
table request_log column 07 path: text not null storage x
table request_log column 08 status: smallint not null storage p
table request_log column 09 code: text storage x
table request_log column 10 duration_ms: integer not null storage p
table request_log column 11 is_replay: boolean not null storage p
table request_log constraint request_log_code_check: CHECK ((code ~ '^[a-z0-9_]{1,60}$'::text))
table request_log constraint request_log_duration_ms_check: CHECK ((duration_ms >= 0))
table request_log constraint request_log_method_check: CHECK ((length(method) <= 10))
table request_log constraint request_log_path_check: CHECK ((length(path) <= 200))
table request_log constraint request_log_pkey: PRIMARY KEY (business_id, mode, at, request_id)
table request_log constraint request_log_status_check: CHECK (((status >= 100) AND (status <= 599)))
table request_log index request_log_at: CREATE INDEX request_log_at ON afara.request_log USING btree (at)
table request_log index request_log_pkey: CREATE UNIQUE INDEX request_log_pkey ON afara.request_log USING btree (business_id, mode, at, request_id)
table request_log policy house: PERMISSIVE {afara_owner} ALL using true check true
table request_log policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table request_log policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table request_log policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table request_window: afara_owner unlogged {fillfactor=50} grants []
table request_window column 01 key_id: uuid not null storage p
table request_window column 02 number: bigint not null storage p
table request_window column 03 taken: integer not null storage p
table request_window constraint request_window_pkey: PRIMARY KEY (key_id)
table request_window index request_window_pkey: CREATE UNIQUE INDEX request_window_pkey ON afara.request_window USING btree (key_id)
table return_account: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table return_account column 01 line_id: uuid not null storage p grants [afara_payer=SELECT]
table return_account column 02 transaction_id: uuid not null storage p
table return_account column 03 business_id: uuid not null storage p
table return_account column 04 mode: mode not null storage p grants [afara_payer=SELECT]
table return_account column 05 bank_code: filled_text not null storage x grants [afara_payer=SELECT]
table return_account column 06 bank_name: filled_text not null storage x
table return_account column 07 account_number: account_number not null storage x grants [afara_payer=SELECT]
table return_account column 08 account_name: filled_text not null storage x
table return_account column 09 try_id: uuid not null storage p
table return_account column 10 at: timestamp with time zone not null storage p
table return_account constraint return_account_line_id_fkey: FOREIGN KEY (line_id) REFERENCES bank_line(id)
table return_account constraint return_account_pkey: PRIMARY KEY (line_id)
table return_account constraint return_account_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table return_account constraint return_account_try_id_fkey: FOREIGN KEY (try_id) REFERENCES return_account_try(id)
table return_account index return_account_of_transaction: CREATE INDEX return_account_of_transaction ON afara.return_account USING btree (transaction_id)
table return_account index return_account_pkey: CREATE UNIQUE INDEX return_account_pkey ON afara.return_account USING btree (line_id)
table return_account policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table return_account policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table return_account policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table return_account policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table return_account policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table return_account trigger return_account_is_history: CREATE TRIGGER return_account_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.return_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table return_account_try: afara_owner rls forced grants [afara_worker=SELECT]
table return_account_try column 01 id: uuid not null storage p
table return_account_try column 02 transaction_id: uuid not null storage p
table return_account_try column 03 business_id: uuid not null storage p
table return_account_try column 04 mode: mode not null storage p
table return_account_try column 05 bank_code: filled_text not null storage x
table return_account_try column 06 account_number: account_number not null storage x
table return_account_try column 07 at: timestamp with time zone not null storage p
table return_account_try constraint return_account_try_pkey: PRIMARY KEY (id)
table return_account_try constraint return_account_try_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table return_account_try index return_account_try_of_transaction: CREATE INDEX return_account_try_of_transaction ON afara.return_account_try USING btree (transaction_id, at)
table return_account_try index return_account_try_pkey: CREATE UNIQUE INDEX return_account_try_pkey ON afara.return_account_try USING btree (id)
table return_account_try policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table return_account_try policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table return_account_try policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table return_account_try policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table return_account_try trigger return_account_try_is_history: CREATE TRIGGER return_account_try_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.return_account_try FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table reversal_under_standing column 01 standing_id: uuid storage p
table reversal_under_standing column 02 case_id: uuid storage p
table reversal_under_standing column 03 what: text storage x
table reversal_under_standing column 04 xid: bigint storage p
table row_version: afara_owner rls forced grants [afara_reconciler=SELECT afara_sealer=SELECT]
table row_version column 01 id: uuid not null storage p
table row_version column 02 table_name: text not null storage x
table row_version column 03 row_id: uuid not null storage p
table row_version column 04 business_id: uuid storage p
table row_version column 05 number: integer not null storage p
table row_version column 06 content: jsonb not null storage x
table row_version column 07 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table row_version constraint row_version_check: CHECK (((table_name = 'membership'::text) = (business_id IS NOT NULL)))
table row_version constraint row_version_content_check: CHECK ((jsonb_typeof(content) = 'object'::text))
table row_version constraint row_version_number_check: CHECK ((number >= 1))
table row_version constraint row_version_pkey: PRIMARY KEY (id)
table row_version constraint row_version_table_name_check: CHECK ((table_name = ANY (ARRAY['case_file'::text, 'operator'::text, 'member'::text, 'membership'::text, 'passkey'::text, 'collection_number'::text])))
table row_version constraint row_version_table_name_row_id_business_id_number_key: UNIQUE NULLS NOT DISTINCT (table_name, row_id, business_id, number)
table row_version index row_version_pkey: CREATE UNIQUE INDEX row_version_pkey ON afara.row_version USING btree (id)
table row_version index row_version_table_name_row_id_business_id_number_key: CREATE UNIQUE INDEX row_version_table_name_row_id_business_id_number_key ON afara.row_version USING btree (table_name, row_id, business_id, number) NULLS NOT DISTINCT
table row_version index row_version_xid: CREATE INDEX row_version_xid ON afara.row_version USING btree (xid)
table row_version policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table row_version policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table row_version policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table row_version trigger row_version_is_history: CREATE TRIGGER row_version_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.row_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table sandbox_age: afara_owner grants []
table sandbox_age column 01 transaction_id: uuid not null storage p
table sandbox_age column 02 version: integer not null storage p
table sandbox_age column 03 aged: interval not null storage p
table sandbox_age constraint sandbox_age_aged_check: CHECK ((aged > '00:00:00'::interval))
table sandbox_age constraint sandbox_age_pkey: PRIMARY KEY (transaction_id)
table sandbox_age constraint sandbox_age_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table sandbox_age index sandbox_age_pkey: CREATE UNIQUE INDEX sandbox_age_pkey ON afara.sandbox_age USING btree (transaction_id)
table sandbox_clock: afara_owner rls forced grants [afara_api=SELECT]
table sandbox_clock column 01 business_id: uuid not null storage p
table sandbox_clock column 02 ahead_seconds: bigint not null storage p
table sandbox_clock column 03 moved_at: timestamp with time zone not null storage p
table sandbox_clock constraint sandbox_clock_ahead_seconds_check: CHECK (((ahead_seconds >= 0) AND (ahead_seconds <= 315360000)))
table sandbox_clock constraint sandbox_clock_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table sandbox_clock constraint sandbox_clock_pkey: PRIMARY KEY (business_id)
table sandbox_clock index sandbox_clock_pkey: CREATE UNIQUE INDEX sandbox_clock_pkey ON afara.sandbox_clock USING btree (business_id)
table sandbox_clock policy house: PERMISSIVE {afara_owner} ALL using true check true
table sandbox_clock policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (tenant_mode() = 'test'::mode))
table sandbox_clock policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table scenario_run: afara_owner rls forced grants [afara_api=SELECT]
table scenario_run column 01 id: uuid not null storage p
table scenario_run column 02 business_id: uuid not null storage p
table scenario_run column 03 mode: mode not null storage p
table scenario_run column 04 name: text not null storage x
table scenario_run column 05 transactions: uuid[] not null storage x
table scenario_run column 06 at: timestamp with time zone not null storage p
table scenario_run constraint scenario_run_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table scenario_run constraint scenario_run_mode_check: CHECK ((mode = 'test'::mode))
table scenario_run constraint scenario_run_name_check: CHECK ((name ~ '^[a-z_]{1,60}$'::text))
table scenario_run constraint scenario_run_pkey: PRIMARY KEY (id)
table scenario_run index scenario_run_of_business: CREATE INDEX scenario_run_of_business ON afara.scenario_run USING btree (business_id, mode, name, id)
table scenario_run index scenario_run_pkey: CREATE UNIQUE INDEX scenario_run_pkey ON afara.scenario_run USING btree (id)
table scenario_run policy house: PERMISSIVE {afara_owner} ALL using true check true
table scenario_run policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table scenario_run policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table scenario_run trigger scenario_run_is_history: CREATE TRIGGER scenario_run_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.scenario_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table screening_result: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table screening_result column 01 id: uuid not null storage p
table screening_result column 02 mode: mode not null storage p
table screening_result column 03 transaction_id: uuid not null storage p
table screening_result column 04 list_name: text storage x
table screening_result column 05 list_version: text storage x
table screening_result column 06 list_loaded_at: timestamp with time zone storage p
table screening_result column 07 subjects: jsonb not null storage x
table screening_result column 08 hits: jsonb not null storage x
table screening_result column 09 at: timestamp with time zone not null storage p
table screening_result column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table screening_result constraint screening_result_pkey: PRIMARY KEY (id)
table screening_result index screening_result_of_transaction: CREATE INDEX screening_result_of_transaction ON afara.screening_result USING btree (transaction_id)
table screening_result index screening_result_pkey: CREATE UNIQUE INDEX screening_result_pkey ON afara.screening_result USING btree (id)
table screening_result index screening_result_xid: CREATE INDEX screening_result_xid ON afara.screening_result USING brin (xid) WITH (pages_per_range='16', autosummarize='on')
table screening_result policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table screening_result policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table screening_result policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table screening_result trigger screening_result_is_history: CREATE TRIGGER screening_result_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.screening_result FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table seal: afara_owner grants [afara_reconciler=SELECT afara_sealer=INSERT,SELECT afara_worker=SELECT]
table seal column 01 number: bigint not null storage p
table seal column 02 after_xid: bigint not null storage p
table seal column 03 through_xid: bigint not null storage p
table seal column 04 row_count: integer not null storage p
table seal column 05 leaves: bytea not null storage e
table seal column 06 previous_hash: bytea not null storage x
table seal column 07 hash: bytea not null storage x
table seal column 08 sealed_at: timestamp(3) with time zone not null storage p
table seal column 09 codes: smallint[] not null storage x
table seal constraint seal_after_xid_key: UNIQUE (after_xid)
table seal constraint seal_check: CHECK ((through_xid > after_xid))
table seal constraint seal_number_check: CHECK ((number > 0))
table seal constraint seal_pkey: PRIMARY KEY (number)
table seal index seal_after_xid_key: CREATE UNIQUE INDEX seal_after_xid_key ON afara.seal USING btree (after_xid)
table seal index seal_pkey: CREATE UNIQUE INDEX seal_pkey ON afara.seal USING btree (number)
table seal trigger seal_is_history: CREATE TRIGGER seal_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table sell: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table sell column 01 transaction_id: uuid not null storage p grants [afara_payer=SELECT]
table sell column 02 mode: mode not null storage p grants [afara_payer=SELECT]
table sell column 03 bank_code: text not null storage x grants [afara_payer=SELECT]
table sell column 04 bank_name: text not null storage x
table sell column 05 account_number: account_number not null storage x grants [afara_payer=SELECT]
table sell column 06 account_name: text storage x
table sell column 07 network: text storage x grants [afara_payer=SELECT]
table sell column 08 wallet_address: text storage x
table sell column 09 fee_minor: nonnegative_minor not null storage m grants [afara_payer=SELECT]
table sell column 10 needs: text[] not null storage x '{}'::text[]
table sell constraint sell_check: CHECK (((network IS NULL) = (wallet_address IS NULL)))
table sell constraint sell_pkey: PRIMARY KEY (transaction_id)
table sell index sell_by_name: CREATE INDEX sell_by_name ON afara.sell USING gin (to_tsvector('simple'::regconfig, account_name)) WITH (gin_pending_list_limit='256') WHERE (account_name IS NOT NULL)
table sell index sell_by_number: CREATE INDEX sell_by_number ON afara.sell USING btree (account_number, transaction_id)
table sell index sell_by_wallet: CREATE INDEX sell_by_wallet ON afara.sell USING btree (wallet_address, transaction_id) WHERE (wallet_address IS NOT NULL)
table sell index sell_pkey: CREATE UNIQUE INDEX sell_pkey ON afara.sell USING btree (transaction_id)
table sell policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table sell policy own_rows: PERMISSIVE {afara_api} SELECT using (EXISTS ( SELECT FROM transaction t WHERE (t.id = sell.transaction_id)))
table sell policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table sell policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table sell policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table sell_payee: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table sell_payee column 01 transaction_id: uuid not null storage p grants [afara_payer=SELECT]
table sell_payee column 02 number: integer not null storage p grants [afara_payer=SELECT]
table sell_payee column 03 mode: mode not null storage p
table sell_payee column 04 bank_code: text not null storage x grants [afara_payer=SELECT]
table sell_payee column 05 bank_name: text not null storage x
table sell_payee column 06 account_number: account_number not null storage x grants [afara_payer=SELECT]
table sell_payee column 07 account_name: text not null storage x grants [afara_payer=SELECT]
table sell_payee column 08 case_id: uuid not null storage p grants [afara_payer=SELECT]
table sell_payee column 09 at: timestamp with time zone not null storage p
table sell_payee column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table sell_payee constraint sell_payee_account_name_check: CHECK ((account_name <> ''::text))
table sell_payee constraint sell_payee_number_check: CHECK ((number >= 1))
table sell_payee constraint sell_payee_pkey: PRIMARY KEY (transaction_id, number)
table sell_payee index sell_payee_by_name: CREATE INDEX sell_payee_by_name ON afara.sell_payee USING gin (to_tsvector('simple'::regconfig, account_name))
table sell_payee index sell_payee_by_number: CREATE INDEX sell_payee_by_number ON afara.sell_payee USING btree (account_number, transaction_id)
table sell_payee index sell_payee_pkey: CREATE UNIQUE INDEX sell_payee_pkey ON afara.sell_payee USING btree (transaction_id, number)
table sell_payee policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table sell_payee policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table sell_payee policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table sell_payee policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table sell_payee trigger sell_payee_is_history: CREATE TRIGGER sell_payee_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.sell_payee FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table sell_with_loss column 01 transaction_id: uuid storage p
table sell_with_loss column 02 case_id: uuid storage p
table sequencer: afara_owner grants [afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table sequencer column 01 one: boolean not null storage p true
table sequencer column 02 last_position: bigint not null storage p
table sequencer column 03 last_xid: bigint not null storage p
table sequencer constraint sequencer_one_check: CHECK (one)
table sequencer constraint sequencer_pkey: PRIMARY KEY (one)
table sequencer index sequencer_pkey: CREATE UNIQUE INDEX sequencer_pkey ON afara.sequencer USING btree (one)
table service_level: afara_owner {fillfactor=50} grants []
table service_level column 01 mode: mode not null storage p
table service_level column 02 service: text not null storage x
table service_level column 03 ended: bigint not null storage p 0
table service_level column 04 in_time: bigint not null storage p 0
table service_level constraint service_level_check: CHECK (((in_time >= 0) AND (in_time <= ended)))
table service_level constraint service_level_ended_check: CHECK ((ended >= 0))
table service_level constraint service_level_pkey: PRIMARY KEY (mode, service)
table service_level constraint service_level_service_check: CHECK ((service = ANY (ARRAY['delivery'::text, 'payout'::text, 'webhook'::text])))
table service_level index service_level_pkey: CREATE UNIQUE INDEX service_level_pkey ON afara.service_level USING btree (mode, service)
table service_level_cursor: afara_owner {fillfactor=50} grants []
table service_level_cursor column 01 one: boolean not null storage p true
table service_level_cursor column 02 position: bigint not null storage p
table service_level_cursor column 03 webhooks_at: timestamp with time zone storage p
table service_level_cursor constraint service_level_cursor_one_check: CHECK (one)
table service_level_cursor constraint service_level_cursor_pkey: PRIMARY KEY (one)
table service_level_cursor index service_level_cursor_pkey: CREATE UNIQUE INDEX service_level_cursor_pkey ON afara.service_level_cursor USING btree (one)
table signature_request: afara_owner unlogged rls forced grants [afara_people=DELETE,INSERT,SELECT]
table signature_request column 01 id: uuid not null storage p
table signature_request column 02 operator_id: uuid not null storage p
table signature_request column 03 text: text not null storage x
table signature_request column 04 hash: digest not null storage x
table signature_request column 05 created_at: timestamp with time zone not null storage p
table signature_request column 06 expires_at: timestamp with time zone not null storage p
table signature_request column 07 signed_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table signature_request column 08 credential_id: bytea storage x grants [afara_people=UPDATE]
table signature_request column 09 authenticator_data: bytea storage x grants [afara_people=UPDATE]
table signature_request column 10 client_data: bytea storage x grants [afara_people=UPDATE]
table signature_request column 11 signature: bytea storage x grants [afara_people=UPDATE]
table signature_request constraint signature_request_authenticator_data_check: CHECK (((octet_length(authenticator_data) >= 37) AND (octet_length(authenticator_data) <= 4096)))
table signature_request constraint signature_request_check: CHECK (((hash)::bytea = sha256(convert_to(text, 'UTF8'::name))))
table signature_request constraint signature_request_client_data_check: CHECK (((octet_length(client_data) >= 1) AND (octet_length(client_data) <= 4096)))
table signature_request constraint signature_request_credential_id_check: CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023)))
table signature_request constraint signature_request_expires: CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '00:05:00'::interval))))
table signature_request constraint signature_request_operator_id_fkey: FOREIGN KEY (operator_id) REFERENCES operator(id)
table signature_request constraint signature_request_pkey: PRIMARY KEY (id)
table signature_request constraint signature_request_signature_check: CHECK (((octet_length(signature) >= 1) AND (octet_length(signature) <= 1024)))
table signature_request constraint signature_request_signed_in_time: CHECK (((num_nonnulls(signed_at, credential_id, authenticator_data, client_data, signature) = ANY (ARRAY[0, 5])) AND (signed_at >= created_at) AND (signed_at < expires_at)))
table signature_request constraint signature_request_text_check: CHECK ((text ~ '^Afara (decision|key|close) 1 '::text))
table signature_request index signature_request_expired: CREATE INDEX signature_request_expired ON afara.signature_request USING btree (expires_at)
table signature_request index signature_request_of_text: CREATE INDEX signature_request_of_text ON afara.signature_request USING btree (operator_id, hash)
table signature_request index signature_request_pkey: CREATE UNIQUE INDEX signature_request_pkey ON afara.signature_request USING btree (id)
table signature_request policy house: PERMISSIVE {afara_owner} ALL using true check true
table signature_request policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table signature_request policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table signature_request trigger signature_request_guard: CREATE TRIGGER signature_request_guard BEFORE UPDATE ON afara.signature_request FOR EACH ROW EXECUTE FUNCTION guard_signature_request() O
table signed_decision: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table signed_decision column 01 case_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_decision column 02 version: integer not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_decision column 03 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_decision column 04 transaction_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_decision column 05 line_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_decision column 06 action: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table signed_decision column 07 text: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table signed_decision column 08 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table signed_decision constraint signed_decision_action_check: CHECK ((action <> ''::text))
table signed_decision constraint signed_decision_case_id_version_fkey: FOREIGN KEY (case_id, version) REFERENCES case_step(case_id, sequence)
table signed_decision constraint signed_decision_pkey: PRIMARY KEY (case_id, version)
table signed_decision constraint signed_decision_text_check: CHECK ((text ~~ 'Afara decision 1 %'::text))
table signed_decision constraint signed_decision_transaction_id_fkey: FOREIGN KEY (transaction_id) REFERENCES transaction(id)
table signed_decision index signed_decision_of_line: CREATE INDEX signed_decision_of_line ON afara.signed_decision USING btree (line_id) WHERE (line_id IS NOT NULL)
table signed_decision index signed_decision_of_transaction: CREATE INDEX signed_decision_of_transaction ON afara.signed_decision USING btree (transaction_id) WHERE (transaction_id IS NOT NULL)
table signed_decision index signed_decision_pkey: CREATE UNIQUE INDEX signed_decision_pkey ON afara.signed_decision USING btree (case_id, version)
table signed_decision index signed_decision_under_standing: CREATE INDEX signed_decision_under_standing ON afara.signed_decision USING btree ("substring"(text, ' decision[.]standing: "([0-9a-f-]{36})"'::text)) WHERE ("substring"(text, ' decision[.]standing: "([0-9a-f-]{36})"'::text) IS NOT NULL)
table signed_decision index signed_decision_xid: CREATE INDEX signed_decision_xid ON afara.signed_decision USING btree (xid)
table signed_decision policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table signed_decision policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table signed_decision policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table signed_decision policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table signed_decision policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table signed_decision trigger signed_decision_is_history: CREATE TRIGGER signed_decision_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.signed_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table signed_request: afara_owner rls forced grants []
table signed_request column 01 subject_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_request column 02 purpose: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table signed_request column 03 business_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_request column 04 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_request column 05 key_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signed_request column 06 base: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table signed_request column 07 signature: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table signed_request column 08 body: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table signed_request column 09 at: timestamp with time zone not null storage p
table signed_request constraint signed_request_base_check: CHECK ((length(base) <= 2000))
table signed_request constraint signed_request_body_check: CHECK ((octet_length(body) <= 4194304))
table signed_request constraint signed_request_key_id_fkey: FOREIGN KEY (key_id) REFERENCES signing_key(key_id)
table signed_request constraint signed_request_pkey: PRIMARY KEY (subject_id, purpose)
table signed_request constraint signed_request_purpose_check: CHECK ((purpose = ANY (ARRAY['sell'::text, 'withdrawal'::text, 'batch'::text, 'confirmation'::text])))
table signed_request constraint signed_request_signature_check: CHECK ((octet_length(signature) = 64))
table signed_request index signed_request_pkey: CREATE UNIQUE INDEX signed_request_pkey ON afara.signed_request USING btree (subject_id, purpose)
table signed_request policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table signed_request policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table signed_request policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table signed_request policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table signed_request policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table signed_request trigger signed_request_is_history: CREATE TRIGGER signed_request_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.signed_request FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table signing_key: afara_owner rls forced grants [afara_people=SELECT]
table signing_key column 01 key_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signing_key column 02 business_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signing_key column 03 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signing_key column 04 public_key: bytea not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table signing_key column 05 created_at: timestamp with time zone not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table signing_key constraint signing_key_key_id_fkey: FOREIGN KEY (key_id) REFERENCES api_key(id)
table signing_key constraint signing_key_pkey: PRIMARY KEY (key_id)
table signing_key constraint signing_key_public_key_check: CHECK ((octet_length(public_key) = 32))
table signing_key index signing_key_created: CREATE INDEX signing_key_created ON afara.signing_key USING btree (created_at)
table signing_key index signing_key_of_business: CREATE INDEX signing_key_of_business ON afara.signing_key USING btree (business_id, mode)
table signing_key index signing_key_pkey: CREATE UNIQUE INDEX signing_key_pkey ON afara.signing_key USING btree (key_id)
table signing_key policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table signing_key policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table signing_key policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table signing_key policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table signing_key policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table signing_key policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table signing_key trigger signing_key_is_history: CREATE TRIGGER signing_key_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.signing_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table slot_group column 01 named_by: text[] storage x
table slot_group column 02 booked_day: date storage p
table slot_group column 03 kind: line_kind storage p
table slot_group column 04 value_date: date storage p
table slot_group column 05 has_session: boolean storage p
table slot_group column 06 has_words: boolean storage p
table standing_allocation column 01 id: uuid storage p
table standing_allocation column 02 mode: mode storage p
table standing_allocation column 03 line_id: uuid storage p
table standing_allocation column 04 transaction_id: uuid storage p
table standing_allocation column 05 business_id: uuid storage p
table standing_allocation column 06 amount_minor: positive_minor storage m
table standing_allocation column 07 evidence: allocation_evidence storage p
table standing_allocation column 08 ground: allocation_ground storage p
table standing_allocation column 09 decided_by: decider storage x
table standing_allocation column 10 at: timestamp with time zone storage p
table standing_allocation column 11 xid: bigint storage p
table standing_decision column 01 id: uuid storage p
table standing_decision column 02 mode: mode storage p
table standing_decision column 03 kind: text storage x
table standing_decision column 04 ground: text storage x
table standing_decision column 05 business_id: uuid storage p
table standing_decision column 06 cap_minor: numeric storage m
table standing_decision column 07 total_minor: numeric storage m
table standing_decision column 08 expires_at: timestamp with time zone storage p
table standing_decision column 09 used_minor: numeric storage m
table standing_decision column 10 uses: bigint storage p
table standing_decision column 11 ended_because: text storage x
table standing_end: afara_owner grants [afara_reconciler=SELECT afara_sealer=SELECT]
table standing_end column 01 standing_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table standing_end column 02 ended_by: uuid not null storage p
table standing_end column 03 reason: text not null storage x
table standing_end column 04 at: timestamp with time zone not null storage p
table standing_end column 05 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint grants [afara_payer=SELECT afara_signer=SELECT]
table standing_end constraint standing_end_ended_by_fkey: FOREIGN KEY (ended_by) REFERENCES operator(id)
table standing_end constraint standing_end_pkey: PRIMARY KEY (standing_id)
table standing_end constraint standing_end_reason_check: CHECK ((btrim(reason) <> ''::text))
table standing_end constraint standing_end_standing_id_fkey: FOREIGN KEY (standing_id) REFERENCES case_file(id)
table standing_end index standing_end_pkey: CREATE UNIQUE INDEX standing_end_pkey ON afara.standing_end USING btree (standing_id)
table standing_end index standing_end_xid: CREATE INDEX standing_end_xid ON afara.standing_end USING btree (xid)
table standing_end trigger standing_end_is_history: CREATE TRIGGER standing_end_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.standing_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table status_time: afara_owner grants [afara_api=SELECT afara_people=SELECT afara_worker=SELECT]
table status_time column 01 type: transaction_type not null storage p
table status_time column 02 status: text not null storage x
table status_time column 03 look_after: interval storage p
table status_time column 04 expected_within: interval storage p
table status_time constraint status_time_pkey: PRIMARY KEY (type, status)
table status_time index status_time_pkey: CREATE UNIQUE INDEX status_time_pkey ON afara.status_time USING btree (type, status)
table sweep: afara_owner {fillfactor=70} rls forced grants [afara_worker=SELECT]
table sweep column 01 id: uuid not null storage p
table sweep column 02 mode: mode not null storage p
table sweep column 03 network: text not null storage x
table sweep column 04 sweeper: text not null storage x
table sweep column 05 nonce: numeric(38,0) not null storage m
table sweep column 06 addresses: text[] not null storage x
table sweep column 07 salts: text[] not null storage x
table sweep column 08 minor: nonnegative_minor not null storage m
table sweep column 09 state: text not null storage x 'signed'::text
table sweep column 10 opened_at: timestamp with time zone not null storage p
table sweep column 11 ended_at: timestamp with time zone storage p
table sweep column 12 ended_because: text storage x
table sweep column 13 hash: text not null storage x
table sweep column 14 gas_units: numeric(78,0) storage m
table sweep column 15 entry_id: uuid storage p
table sweep column 16 units: numeric(78,0)[] storage x
table sweep constraint sweep_addresses_check: CHECK (((cardinality(addresses) >= 1) AND (cardinality(addresses) <= 200)))
table sweep constraint sweep_check: CHECK ((cardinality(salts) = cardinality(addresses)))
table sweep constraint sweep_check1: CHECK (((state = ANY (ARRAY['final_ok'::text, 'final_failed'::text, 'void'::text])) = (ended_at IS NOT NULL)))
table sweep constraint sweep_check2: CHECK ((cardinality(units) = cardinality(addresses)))
table sweep constraint sweep_nonce_check: CHECK ((nonce >= (0)::numeric))
table sweep constraint sweep_pkey: PRIMARY KEY (id)
table sweep constraint sweep_state_check: CHECK ((state = ANY (ARRAY['signed'::text, 'final_ok'::text, 'final_failed'::text, 'void'::text])))
table sweep index sweep_entry: CREATE INDEX sweep_entry ON afara.sweep USING btree (entry_id) WHERE (entry_id IS NOT NULL)
table sweep index sweep_out: CREATE UNIQUE INDEX sweep_out ON afara.sweep USING btree (network, mode) WHERE (state = 'signed'::text)
table sweep index sweep_pkey: CREATE UNIQUE INDEX sweep_pkey ON afara.sweep USING btree (id)
table sweep policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table sweep policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table sweep policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table sweep trigger sweep_stays: CREATE TRIGGER sweep_stays BEFORE DELETE OR TRUNCATE ON afara.sweep FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table sweep_attempt: afara_owner rls forced grants [afara_worker=SELECT]
table sweep_attempt column 01 sweep_id: uuid not null storage p
table sweep_attempt column 02 number: integer not null storage p
table sweep_attempt column 03 raw: bytea not null storage x
table sweep_attempt column 04 hash: text not null storage x
table sweep_attempt column 05 fees: jsonb not null storage x
table sweep_attempt column 06 signed_at: timestamp with time zone not null storage p
table sweep_attempt constraint sweep_attempt_fees_check: CHECK ((jsonb_typeof(fees) = 'object'::text))
table sweep_attempt constraint sweep_attempt_number_check: CHECK ((number >= 1))
table sweep_attempt constraint sweep_attempt_pkey: PRIMARY KEY (sweep_id, number)
table sweep_attempt constraint sweep_attempt_sweep_id_fkey: FOREIGN KEY (sweep_id) REFERENCES sweep(id)
table sweep_attempt index sweep_attempt_by_hash: CREATE INDEX sweep_attempt_by_hash ON afara.sweep_attempt USING btree (hash)
table sweep_attempt index sweep_attempt_pkey: CREATE UNIQUE INDEX sweep_attempt_pkey ON afara.sweep_attempt USING btree (sweep_id, number)
table sweep_attempt policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table sweep_attempt policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table sweep_attempt policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table sweep_attempt trigger sweep_attempt_is_history: CREATE TRIGGER sweep_attempt_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.sweep_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table sweeper: afara_owner {fillfactor=50} grants [afara_worker=SELECT]
table sweeper column 01 mode: mode not null storage p
table sweeper column 02 network: text not null storage x
table sweeper column 03 address: text not null storage x
table sweeper column 04 gas_units: numeric(78,0) storage m
table sweeper column 05 read_at: timestamp with time zone storage p
table sweeper column 06 fence: bigint not null storage p 0
table sweeper column 07 holder: text storage x
table sweeper column 08 lease_until: timestamp with time zone storage p
table sweeper constraint sweeper_address_check: CHECK ((address <> ''::text))
table sweeper constraint sweeper_network_fkey: FOREIGN KEY (network) REFERENCES network(name)
table sweeper constraint sweeper_pkey: PRIMARY KEY (network, mode)
table sweeper index sweeper_pkey: CREATE UNIQUE INDEX sweeper_pkey ON afara.sweeper USING btree (network, mode)
table team_change: afara_owner rls forced grants [afara_people=SELECT]
table team_change column 01 id: uuid not null storage p
table team_change column 02 business_id: uuid not null storage p
table team_change column 03 at: timestamp with time zone not null storage p
table team_change column 04 by_member: uuid storage p
table team_change column 05 action: text not null storage x
table team_change column 06 email: text not null storage x
table team_change column 07 member_id: uuid storage p
table team_change column 08 role_before: text storage x
table team_change column 09 role_after: text storage x
table team_change column 10 confirmation_id: uuid storage p
table team_change constraint team_change_action_check: CHECK ((action = ANY (ARRAY['founded'::text, 'invited'::text, 'cancelled'::text, 'joined'::text, 'role_changed'::text, 'ended'::text])))
table team_change constraint team_change_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table team_change constraint team_change_by_member_fkey: FOREIGN KEY (by_member) REFERENCES member(id)
table team_change constraint team_change_confirmation_id_fkey: FOREIGN KEY (confirmation_id) REFERENCES member_confirmation(id)
table team_change constraint team_change_confirmation_id_key: UNIQUE (confirmation_id)
table team_change constraint team_change_confirmed: CHECK ((((confirmation_id IS NULL) = ((by_member IS NULL) OR (action = ANY (ARRAY['founded'::text, 'joined'::text])))) AND ((confirmation_id IS NULL) OR (confirmation_id = id))))
table team_change constraint team_change_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table team_change constraint team_change_pkey: PRIMARY KEY (id)
table team_change index team_change_by: CREATE INDEX team_change_by ON afara.team_change USING btree (by_member) WHERE (by_member IS NOT NULL)
table team_change index team_change_confirmation_id_key: CREATE UNIQUE INDEX team_change_confirmation_id_key ON afara.team_change USING btree (confirmation_id)
table team_change index team_change_of_business: CREATE INDEX team_change_of_business ON afara.team_change USING btree (business_id, at)
table team_change index team_change_of_member: CREATE INDEX team_change_of_member ON afara.team_change USING btree (member_id) WHERE (member_id IS NOT NULL)
table team_change index team_change_pkey: CREATE UNIQUE INDEX team_change_pkey ON afara.team_change USING btree (id)
table team_change policy house: PERMISSIVE {afara_owner} ALL using true check true
table team_change policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table team_change policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table team_change policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table team_change trigger team_change_is_history: CREATE TRIGGER team_change_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.team_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table team_invitation: afara_owner rls forced grants [afara_people=SELECT]
table team_invitation column 01 id: uuid not null storage p
table team_invitation column 02 business_id: uuid not null storage p
table team_invitation column 03 email: text not null storage x
table team_invitation column 04 role: text not null storage x
table team_invitation column 05 token_hash: digest not null storage x
table team_invitation column 06 invited_by: uuid not null storage p
table team_invitation column 07 created_at: timestamp with time zone not null storage p
table team_invitation column 08 expires_at: timestamp with time zone not null storage p
table team_invitation column 09 accepted_at: timestamp with time zone storage p
table team_invitation column 10 member_id: uuid storage p
table team_invitation column 11 cancelled_at: timestamp with time zone storage p
table team_invitation constraint team_invitation_accepted_in_time: CHECK (((num_nonnulls(accepted_at, member_id) = ANY (ARRAY[0, 2])) AND (accepted_at >= created_at) AND (accepted_at < expires_at)))
table team_invitation constraint team_invitation_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table team_invitation constraint team_invitation_check: CHECK ((cancelled_at >= created_at))
table team_invitation constraint team_invitation_email_check: CHECK (((email = lower(email)) AND (email ~ '^[^@\s]+@[^@\s]+$'::text)))
table team_invitation constraint team_invitation_ends_once: CHECK ((num_nonnulls(accepted_at, cancelled_at) < 2))
table team_invitation constraint team_invitation_expires: CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '7 days'::interval))))
table team_invitation constraint team_invitation_invited_by_fkey: FOREIGN KEY (invited_by) REFERENCES member(id)
table team_invitation constraint team_invitation_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table team_invitation constraint team_invitation_pkey: PRIMARY KEY (id)
table team_invitation constraint team_invitation_role_check: CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'finance'::text, 'developer'::text, 'viewer'::text])))
table team_invitation constraint team_invitation_token_hash_key: UNIQUE (token_hash)
table team_invitation index team_invitation_of_business: CREATE INDEX team_invitation_of_business ON afara.team_invitation USING btree (business_id, created_at)
table team_invitation index team_invitation_of_inviter: CREATE INDEX team_invitation_of_inviter ON afara.team_invitation USING btree (invited_by)
table team_invitation index team_invitation_of_member: CREATE INDEX team_invitation_of_member ON afara.team_invitation USING btree (member_id) WHERE (member_id IS NOT NULL)
table team_invitation index team_invitation_open: CREATE UNIQUE INDEX team_invitation_open ON afara.team_invitation USING btree (business_id, email) WHERE ((accepted_at IS NULL) AND (cancelled_at IS NULL))
table team_invitation index team_invitation_pkey: CREATE UNIQUE INDEX team_invitation_pkey ON afara.team_invitation USING btree (id)
table team_invitation index team_invitation_token_hash_key: CREATE UNIQUE INDEX team_invitation_token_hash_key ON afara.team_invitation USING btree (token_hash)
table team_invitation policy house: PERMISSIVE {afara_owner} ALL using true check true
table team_invitation policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table team_invitation policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table team_invitation policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table team_invitation trigger team_invitation_guard: CREATE TRIGGER team_invitation_guard BEFORE UPDATE ON afara.team_invitation FOR EACH ROW EXECUTE FUNCTION guard_team_invitation() O
table team_invitation trigger team_invitation_stays: CREATE TRIGGER team_invitation_stays BEFORE DELETE OR TRUNCATE ON afara.team_invitation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table token_destination column 01 transaction_id: uuid storage p
table token_destination column 02 purpose: text storage x
table token_destination column 03 vendor_account_id: uuid storage p
table token_destination column 04 network: text storage x
table token_destination column 05 wallet_address: text storage x
table token_destination column 06 fee_minor: numeric storage m
table told_event column 01 business_id: uuid storage p
table told_event column 02 mode: mode storage p
table told_event column 03 number: bigint storage p
table told_event column 04 event_id: uuid storage p
table told_event column 05 transaction_id: uuid storage p
table told_event column 06 type: transaction_type storage p
table told_event column 07 to_status: text storage x
table told_event column 08 case_event: text storage x
table told_event column 09 batch_event: text storage x
table totp: afara_owner rls forced grants [afara_people=INSERT,SELECT]
table totp column 01 id: uuid not null storage p
table totp column 02 member_id: uuid not null storage p
table totp column 03 secret: bytea storage x grants [afara_people=UPDATE]
table totp column 04 created_at: timestamp with time zone not null storage p
table totp column 05 confirmed_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table totp column 06 ended_at: timestamp with time zone storage p grants [afara_people=UPDATE]
table totp column 07 last_step: bigint storage p grants [afara_people=UPDATE]
table totp column 08 failures: integer not null storage p 0 grants [afara_people=UPDATE]
table totp constraint totp_check: CHECK ((ended_at >= created_at))
table totp constraint totp_confirmed_in_time: CHECK (((confirmed_at >= created_at) AND (confirmed_at < (created_at + '00:10:00'::interval))))
table totp constraint totp_failures_check: CHECK (((failures >= 0) AND (failures <= 10)))
table totp constraint totp_forgets_its_secret: CHECK (((secret IS NULL) = (ended_at IS NOT NULL)))
table totp constraint totp_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table totp constraint totp_pkey: PRIMARY KEY (id)
table totp constraint totp_secret_check: CHECK (((octet_length(secret) >= 30) AND (octet_length(secret) <= 100)))
table totp constraint totp_used_after_confirming: CHECK (((confirmed_at IS NULL) = (last_step IS NULL)))
table totp index totp_in_use: CREATE UNIQUE INDEX totp_in_use ON afara.totp USING btree (member_id) WHERE ((confirmed_at IS NOT NULL) AND (ended_at IS NULL))
table totp index totp_pkey: CREATE UNIQUE INDEX totp_pkey ON afara.totp USING btree (id)
table totp index totp_waiting: CREATE UNIQUE INDEX totp_waiting ON afara.totp USING btree (member_id) WHERE ((confirmed_at IS NULL) AND (ended_at IS NULL))
table totp policy house: PERMISSIVE {afara_owner} ALL using true check true
table totp policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table totp policy sealer: PERMISSIVE {afara_reconciler,afara_sealer} SELECT using true
table totp trigger totp_ended: CREATE TRIGGER totp_ended AFTER UPDATE ON afara.totp FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION sign_out_totp() O
table totp trigger totp_guard: CREATE TRIGGER totp_guard BEFORE UPDATE ON afara.totp FOR EACH ROW EXECUTE FUNCTION guard_totp() O
table totp trigger totp_stays: CREATE TRIGGER totp_stays BEFORE DELETE OR TRUNCATE ON afara.totp FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table transaction: afara_owner {fillfactor=50} rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table transaction column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transaction column 02 business_id: uuid storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transaction column 03 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transaction column 04 type: transaction_type not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transaction column 05 status: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table transaction column 06 version: integer not null storage p
table transaction column 07 amount_minor: numeric(38,0) not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table transaction column 08 reference: transaction_reference not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table transaction column 09 created_at: timestamp with time zone not null storage p
table transaction column 10 metadata: jsonb storage x
table transaction constraint transaction_belongs: CHECK (((business_id IS NULL) = (type = 'return'::transaction_type)))
table transaction constraint transaction_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table transaction constraint transaction_check: CHECK ( CASE type WHEN 'drill'::transaction_type THEN ((amount_minor = (0)::numeric) AND (mode = 'test'::mode)) ELSE (amount_minor > (0)::numeric) END)
table transaction constraint transaction_metadata_check: CHECK ((jsonb_typeof(metadata) = 'object'::text))
table transaction constraint transaction_pkey: PRIMARY KEY (id)
table transaction constraint transaction_version_check: CHECK ((version >= 1))
table transaction index transaction_of_business: CREATE INDEX transaction_of_business ON afara.transaction USING btree (business_id, mode, id)
table transaction index transaction_pkey: CREATE UNIQUE INDEX transaction_pkey ON afara.transaction USING btree (id)
table transaction policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table transaction policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table transaction policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table transaction policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table transaction policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table transaction policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table transaction policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table transaction trigger transaction_is_frozen: CREATE TRIGGER transaction_is_frozen BEFORE UPDATE ON afara.transaction FOR EACH ROW WHEN (((old.status = ANY (ARRAY['on_hold'::text, 'part_paid'::text, 'action_required'::text, 'refunding'::text])) AND ((new.status <> old.status) AND (new.status <> 'recalled'::text)))) EXECUTE FUNCTION guard_frozen() O
table transaction trigger transaction_stays: CREATE TRIGGER transaction_stays BEFORE DELETE OR TRUNCATE ON afara.transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table transaction_event: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table transaction_event column 01 transaction_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transaction_event column 02 sequence: integer not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transaction_event column 03 id: uuid not null storage p
table transaction_event column 04 business_id: uuid storage p
table transaction_event column 05 mode: mode not null storage p
table transaction_event column 06 type: transaction_type not null storage p
table transaction_event column 07 event: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table transaction_event column 08 from_status: text not null storage x
table transaction_event column 09 to_status: text not null storage x
table transaction_event column 10 data: jsonb not null storage x '{}'::jsonb grants [afara_signer=SELECT]
table transaction_event column 11 happened_at: timestamp with time zone not null storage p
table transaction_event column 12 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint grants [afara_payer=SELECT afara_signer=SELECT]
table transaction_event constraint transaction_event_pkey: PRIMARY KEY (transaction_id, sequence)
table transaction_event index transaction_event_pkey: CREATE UNIQUE INDEX transaction_event_pkey ON afara.transaction_event USING btree (transaction_id, sequence)
table transaction_event index transaction_event_xid: CREATE INDEX transaction_event_xid ON afara.transaction_event USING btree (xid)
table transaction_event policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table transaction_event policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table transaction_event policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table transaction_event policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table transaction_event policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table transaction_event policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table transaction_event trigger transaction_event_ends_question: CREATE TRIGGER transaction_event_ends_question AFTER INSERT ON afara.transaction_event FOR EACH ROW WHEN (((new.to_status = 'part_paid'::text) OR (new.from_status = ANY (ARRAY['part_paid'::text, 'action_required'::text, 'part_deposited'::text])))) EXECUTE FUNCTION follow_question() O
table transaction_event trigger transaction_event_is_history: CREATE TRIGGER transaction_event_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.transaction_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table transaction_margin column 01 transaction_id: uuid storage p
table transaction_margin column 02 mode: mode storage p
table transaction_margin column 03 business_id: uuid storage p
table transaction_margin column 04 type: transaction_type storage p
table transaction_margin column 05 status: text storage x
table transaction_margin column 06 amount_minor: numeric storage m
table transaction_margin column 07 fee_minor: numeric storage m
table transaction_margin column 08 vendor_fee_minor: numeric storage m
table transaction_margin column 09 gas_minor: numeric storage m
table transaction_margin column 10 has_unpriced_gas: boolean storage p
table transaction_margin column 11 margin_minor: numeric storage m
table transaction_margin column 12 rail: text storage x
table transaction_wait column 01 transaction_id: uuid storage p
table transaction_wait column 02 code: text storage x
table transfer: afara_owner {fillfactor=70} rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table transfer column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transfer column 02 right_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transfer column 03 mode: mode not null storage p grants [afara_signer=SELECT]
table transfer column 04 network: text not null storage x grants [afara_signer=SELECT]
table transfer column 05 lane_id: uuid not null storage p grants [afara_signer=SELECT]
table transfer column 06 lock: numeric(38,0) not null storage m grants [afara_signer=SELECT]
table transfer column 07 state: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table transfer column 08 entry_id: uuid not null storage p grants [afara_signer=SELECT]
table transfer column 09 opened_at: timestamp with time zone not null storage p
table transfer column 10 signed_at: timestamp with time zone storage p
table transfer column 11 sent_at: timestamp with time zone storage p
table transfer column 12 sent_count: integer not null storage p 0
table transfer column 13 ended_at: timestamp with time zone storage p
table transfer column 14 hash: text storage x
table transfer column 15 evidence: jsonb storage x
table transfer column 16 gas_units: numeric(78,0) storage m
table transfer constraint transfer_check: CHECK (((state = ANY (ARRAY['final_ok'::text, 'final_failed'::text, 'final_void'::text])) = (ended_at IS NOT NULL)))
table transfer constraint transfer_check1: CHECK (((state <> 'reserved'::text) OR ((signed_at IS NULL) AND (sent_at IS NULL) AND (hash IS NULL))))
table transfer constraint transfer_check2: CHECK (((state <> ALL (ARRAY['signed'::text, 'final_ok'::text, 'final_failed'::text])) OR ((signed_at IS NOT NULL) AND (hash IS NOT NULL))))
table transfer constraint transfer_gas_units_check: CHECK ((gas_units >= (0)::numeric))
table transfer constraint transfer_lane_id_lock_key: UNIQUE (lane_id, lock)
table transfer constraint transfer_pkey: PRIMARY KEY (id)
table transfer constraint transfer_right_id_fkey: FOREIGN KEY (right_id) REFERENCES transfer_right(id)
table transfer constraint transfer_state_check: CHECK ((state = ANY (ARRAY['reserved'::text, 'signed'::text, 'final_ok'::text, 'final_failed'::text, 'final_void'::text, 'conflict'::text])))
table transfer index transfer_alive: CREATE UNIQUE INDEX transfer_alive ON afara.transfer USING btree (right_id) WHERE (state = ANY (ARRAY['reserved'::text, 'signed'::text, 'final_ok'::text, 'conflict'::text]))
table transfer index transfer_in_conflict: CREATE INDEX transfer_in_conflict ON afara.transfer USING btree (lane_id) WHERE (state = 'conflict'::text)
table transfer index transfer_lane_id_lock_key: CREATE UNIQUE INDEX transfer_lane_id_lock_key ON afara.transfer USING btree (lane_id, lock)
table transfer index transfer_of_right: CREATE INDEX transfer_of_right ON afara.transfer USING btree (right_id)
table transfer index transfer_out: CREATE INDEX transfer_out ON afara.transfer USING btree (lane_id, lock) WHERE (state = ANY (ARRAY['reserved'::text, 'signed'::text, 'conflict'::text]))
table transfer index transfer_pkey: CREATE UNIQUE INDEX transfer_pkey ON afara.transfer USING btree (id)
table transfer policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table transfer policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table transfer policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table transfer policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table transfer policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table transfer trigger transfer_guard: CREATE TRIGGER transfer_guard BEFORE UPDATE ON afara.transfer FOR EACH ROW WHEN ((((((((((new.id IS DISTINCT FROM old.id) OR (new.right_id IS DISTINCT FROM old.right_id)) OR (new.mode IS DISTINCT FROM old.mode)) OR (new.network IS DISTINCT FROM old.network)) OR (new.lane_id IS DISTINCT FROM old.lane_id)) OR (new.lock IS DISTINCT FROM old.lock)) OR (new.entry_id IS DISTINCT FROM old.entry_id)) OR (new.opened_at IS DISTINCT FROM old.opened_at)) OR ((new.state <> old.state) AND ((old.state = ANY (ARRAY['final_ok'::text, 'final_failed'::text, 'final_void'::text])) OR (new.state = 'reserved'::text) OR ((old.state = 'conflict'::text) AND (new.state = 'signed'::text)))))) EXECUTE FUNCTION guard_transfer() O
table transfer trigger transfer_second_lock: CREATE TRIGGER transfer_second_lock AFTER INSERT ON afara.transfer REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_second_lock() O
table transfer trigger transfer_stays: CREATE TRIGGER transfer_stays BEFORE DELETE OR TRUNCATE ON afara.transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table transfer_attempt: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table transfer_attempt column 01 id: uuid not null storage p
table transfer_attempt column 02 transfer_id: uuid not null storage p grants [afara_signer=SELECT]
table transfer_attempt column 03 number: integer not null storage p grants [afara_signer=SELECT]
table transfer_attempt column 04 kind: text not null storage x grants [afara_signer=SELECT]
table transfer_attempt column 05 raw: bytea not null storage e grants [afara_signer=SELECT]
table transfer_attempt column 06 hash: text not null storage x grants [afara_signer=SELECT]
table transfer_attempt column 07 fees: jsonb not null storage x
table transfer_attempt column 08 signed_at: timestamp with time zone not null storage p grants [afara_signer=SELECT]
table transfer_attempt column 09 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table transfer_attempt constraint transfer_attempt_fees_check: CHECK ((jsonb_typeof(fees) = 'object'::text))
table transfer_attempt constraint transfer_attempt_hash_key: UNIQUE (hash)
table transfer_attempt constraint transfer_attempt_kind_check: CHECK ((kind = ANY (ARRAY['pay'::text, 'bump'::text, 'cancel'::text])))
table transfer_attempt constraint transfer_attempt_number_check: CHECK ((number >= 1))
table transfer_attempt constraint transfer_attempt_pkey: PRIMARY KEY (id)
table transfer_attempt constraint transfer_attempt_transfer_id_fkey: FOREIGN KEY (transfer_id) REFERENCES transfer(id)
table transfer_attempt constraint transfer_attempt_transfer_id_number_key: UNIQUE (transfer_id, number)
table transfer_attempt index transfer_attempt_hash_key: CREATE UNIQUE INDEX transfer_attempt_hash_key ON afara.transfer_attempt USING btree (hash)
table transfer_attempt index transfer_attempt_pkey: CREATE UNIQUE INDEX transfer_attempt_pkey ON afara.transfer_attempt USING btree (id)
table transfer_attempt index transfer_attempt_transfer_id_number_key: CREATE UNIQUE INDEX transfer_attempt_transfer_id_number_key ON afara.transfer_attempt USING btree (transfer_id, number)
table transfer_attempt index transfer_attempt_xid: CREATE INDEX transfer_attempt_xid ON afara.transfer_attempt USING btree (xid)
table transfer_attempt policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table transfer_attempt policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table transfer_attempt policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table transfer_attempt policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table transfer_attempt trigger transfer_attempt_is_history: CREATE TRIGGER transfer_attempt_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.transfer_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table transfer_right: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table transfer_right column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transfer_right column 02 mode: mode not null storage p grants [afara_signer=SELECT]
table transfer_right column 03 transaction_id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table transfer_right column 04 purpose: text not null storage x grants [afara_signer=SELECT]
table transfer_right column 05 leg: integer not null storage p grants [afara_signer=SELECT]
table transfer_right column 06 business_id: uuid not null storage p grants [afara_signer=SELECT]
table transfer_right column 07 reference: text not null storage x grants [afara_signer=SELECT]
table transfer_right column 08 network: text not null storage x grants [afara_signer=SELECT]
table transfer_right column 09 address: text not null storage x grants [afara_signer=SELECT]
table transfer_right column 10 tokens_minor: positive_minor not null storage m grants [afara_signer=SELECT]
table transfer_right column 11 opened_at: timestamp with time zone not null storage p
table transfer_right column 12 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table transfer_right constraint transfer_right_leg_check: CHECK ((leg >= 1))
table transfer_right constraint transfer_right_pkey: PRIMARY KEY (id)
table transfer_right constraint transfer_right_purpose_check: CHECK ((purpose = ANY (ARRAY['delivery'::text, 'withdrawal'::text])))
table transfer_right constraint transfer_right_transaction_id_purpose_leg_key: UNIQUE (transaction_id, purpose, leg)
table transfer_right index transfer_right_pkey: CREATE UNIQUE INDEX transfer_right_pkey ON afara.transfer_right USING btree (id)
table transfer_right index transfer_right_transaction_id_purpose_leg_key: CREATE UNIQUE INDEX transfer_right_transaction_id_purpose_leg_key ON afara.transfer_right USING btree (transaction_id, purpose, leg)
table transfer_right policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table transfer_right policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table transfer_right policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table transfer_right policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table transfer_right policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table transfer_right trigger transfer_right_is_history: CREATE TRIGGER transfer_right_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.transfer_right FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table transition: afara_owner grants [afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table transition column 01 type: transaction_type not null storage p
table transition column 02 from_status: text not null storage x
table transition column 03 event: text not null storage x
table transition column 04 to_status: text not null storage x
table transition constraint transition_pkey: PRIMARY KEY (type, from_status, event)
table transition index transition_pkey: CREATE UNIQUE INDEX transition_pkey ON afara.transition USING btree (type, from_status, event)
table treasury_move: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table treasury_move column 01 id: uuid not null storage p
table treasury_move column 02 mode: mode not null storage p
table treasury_move column 03 kind: text not null storage x
table treasury_move column 04 from_account: uuid storage p
table treasury_move column 05 to_account: uuid storage p
table treasury_move column 06 from_lane: uuid storage p
table treasury_move column 07 to_lane: uuid storage p
table treasury_move column 08 amount_minor: positive_minor not null storage m
table treasury_move column 09 state: text not null storage x 'expected'::text
table treasury_move column 10 decided_at: timestamp with time zone not null storage p
table treasury_move column 11 debit_line_id: uuid storage p
table treasury_move column 12 debit_entry_id: uuid storage p
table treasury_move column 13 credit_line_id: uuid storage p
table treasury_move column 14 credit_entry_id: uuid storage p
table treasury_move column 15 ended_at: timestamp with time zone storage p
table treasury_move constraint treasury_move_check: CHECK ( CASE kind WHEN 'naira'::text THEN ((num_nulls(from_account, to_account) = 0) AND (num_nonnulls(from_lane, to_lane) = 0)) ELSE ((num_nulls(from_lane, to_lane) = 0) AND (num_nonnulls(from_account, to_account) = 0) AND (from_lane <> to_lane)) END)
table treasury_move constraint treasury_move_check1: CHECK (((num_nulls(debit_line_id, debit_entry_id) = ANY (ARRAY[0, 2])) AND (num_nulls(credit_line_id, credit_entry_id) = ANY (ARRAY[0, 2]))))
table treasury_move constraint treasury_move_check2: CHECK (((state = ANY (ARRAY['done'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)))
table treasury_move constraint treasury_move_credit_line_id_key: UNIQUE (credit_line_id)
table treasury_move constraint treasury_move_debit_line_id_key: UNIQUE (debit_line_id)
table treasury_move constraint treasury_move_id_fkey: FOREIGN KEY (id) REFERENCES case_file(id)
table treasury_move constraint treasury_move_kind_check: CHECK ((kind = ANY (ARRAY['naira'::text, 'tokens'::text])))
table treasury_move constraint treasury_move_pkey: PRIMARY KEY (id)
table treasury_move constraint treasury_move_state_check: CHECK ((state = ANY (ARRAY['expected'::text, 'in_transit'::text, 'done'::text, 'cancelled'::text])))
table treasury_move index treasury_move_credit_entry: CREATE INDEX treasury_move_credit_entry ON afara.treasury_move USING btree (credit_entry_id) WHERE (credit_entry_id IS NOT NULL)
table treasury_move index treasury_move_credit_line_id_key: CREATE UNIQUE INDEX treasury_move_credit_line_id_key ON afara.treasury_move USING btree (credit_line_id)
table treasury_move index treasury_move_debit_entry: CREATE INDEX treasury_move_debit_entry ON afara.treasury_move USING btree (debit_entry_id) WHERE (debit_entry_id IS NOT NULL)
table treasury_move index treasury_move_debit_line_id_key: CREATE UNIQUE INDEX treasury_move_debit_line_id_key ON afara.treasury_move USING btree (debit_line_id)
table treasury_move index treasury_move_open: CREATE INDEX treasury_move_open ON afara.treasury_move USING btree (from_account, amount_minor) WHERE (state = ANY (ARRAY['expected'::text, 'in_transit'::text]))
table treasury_move index treasury_move_pkey: CREATE UNIQUE INDEX treasury_move_pkey ON afara.treasury_move USING btree (id)
table treasury_move trigger treasury_move_guard: CREATE TRIGGER treasury_move_guard BEFORE UPDATE ON afara.treasury_move FOR EACH ROW WHEN (((((((((((new.id IS DISTINCT FROM old.id) OR (new.mode IS DISTINCT FROM old.mode)) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.from_account IS DISTINCT FROM old.from_account)) OR (new.to_account IS DISTINCT FROM old.to_account)) OR (new.from_lane IS DISTINCT FROM old.from_lane)) OR (new.to_lane IS DISTINCT FROM old.to_lane)) OR ((new.amount_minor)::numeric IS DISTINCT FROM (old.amount_minor)::numeric)) OR (new.decided_at IS DISTINCT FROM old.decided_at)) OR ((old.state = ANY (ARRAY['done'::text, 'cancelled'::text])) AND (new.state <> old.state) AND (new.state <> 'in_transit'::text)))) EXECUTE FUNCTION guard_move() O
table treasury_move trigger treasury_move_stays: CREATE TRIGGER treasury_move_stays BEFORE DELETE OR TRUNCATE ON afara.treasury_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table unswept_deposit: afara_owner {fillfactor=70} rls forced grants [afara_reconciler=SELECT afara_worker=SELECT]
table unswept_deposit column 01 mode: mode not null storage p
table unswept_deposit column 02 network: text not null storage x
table unswept_deposit column 03 address: text not null storage x
table unswept_deposit column 04 transaction_id: uuid not null storage p
table unswept_deposit column 05 minor: nonnegative_minor not null storage m
table unswept_deposit column 06 units: numeric(78,0) not null storage m
table unswept_deposit column 07 since: timestamp with time zone not null storage p
table unswept_deposit column 08 due_at: timestamp with time zone storage p
table unswept_deposit column 09 failures: integer not null storage p 0
table unswept_deposit constraint unswept_deposit_pkey: PRIMARY KEY (address, network, mode)
table unswept_deposit constraint unswept_deposit_units_check: CHECK ((units > (0)::numeric))
table unswept_deposit index unswept_deposit_of_network: CREATE INDEX unswept_deposit_of_network ON afara.unswept_deposit USING btree (network, mode, since)
table unswept_deposit index unswept_deposit_pkey: CREATE UNIQUE INDEX unswept_deposit_pkey ON afara.unswept_deposit USING btree (address, network, mode)
table unswept_deposit policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table unswept_deposit policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table unswept_deposit policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table vault_journal: afara_owner grants [afara_payer=SELECT afara_signer=SELECT]
table vault_journal column 01 vault: text not null storage x
table vault_journal column 02 count: bigint not null storage p
table vault_journal column 03 hash: text not null storage x
table vault_journal column 04 noted_at: timestamp with time zone not null storage p
table vault_journal constraint vault_journal_count_check: CHECK ((count >= 0))
table vault_journal constraint vault_journal_hash_check: CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
table vault_journal constraint vault_journal_pkey: PRIMARY KEY (vault)
table vault_journal constraint vault_journal_vault_check: CHECK ((vault = ANY (ARRAY['signer'::text, 'payer'::text])))
table vault_journal index vault_journal_pkey: CREATE UNIQUE INDEX vault_journal_pkey ON afara.vault_journal USING btree (vault)
table velocity_use: afara_owner rls forced grants [afara_worker=SELECT]
table velocity_use column 01 business_id: uuid not null storage p
table velocity_use column 02 mode: mode not null storage p
table velocity_use column 03 at: timestamp with time zone not null storage p
table velocity_use column 04 transaction_id: uuid not null storage p
table velocity_use column 05 network: text storage x
table velocity_use column 06 wallet_address: text storage x
table velocity_use column 07 amount_minor: positive_minor not null storage m
table velocity_use constraint velocity_use_pkey: PRIMARY KEY (business_id, mode, at, transaction_id)
table velocity_use index velocity_use_pkey: CREATE UNIQUE INDEX velocity_use_pkey ON afara.velocity_use USING btree (business_id, mode, at, transaction_id)
table velocity_use policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table velocity_use policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table velocity_use policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table vendor_account: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table vendor_account column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table vendor_account column 02 mode: mode not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table vendor_account column 03 business_id: uuid storage p
table vendor_account column 04 name: text not null storage x
table vendor_account column 05 account_number: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table vendor_account column 06 bank_code: text not null storage x grants [afara_payer=SELECT afara_signer=SELECT]
table vendor_account column 07 bank_name: text not null storage x
table vendor_account column 08 state: text not null storage x 'active'::text grants [afara_payer=SELECT afara_signer=SELECT]
table vendor_account column 09 created_at: timestamp with time zone not null storage p now()
table vendor_account column 10 feed: text storage x
table vendor_account column 11 is_pool: boolean not null storage p false
table vendor_account constraint pool_has_feed: CHECK (((NOT is_pool) OR ((feed IS NOT NULL) AND (business_id IS NULL))))
table vendor_account constraint vendor_account_account_number_check: CHECK ((account_number ~ '^[0-9]{10}$'::text))
table vendor_account constraint vendor_account_bank_code_check: CHECK ((bank_code <> ''::text))
table vendor_account constraint vendor_account_bank_name_check: CHECK ((bank_name <> ''::text))
table vendor_account constraint vendor_account_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table vendor_account constraint vendor_account_check: CHECK (((mode = 'test'::mode) = (bank_code ~~ 'test-%'::text)))
table vendor_account constraint vendor_account_check1: CHECK (((mode = 'live'::mode) OR (name ~~ 'TEST %'::text)))
table vendor_account constraint vendor_account_feed_check: CHECK ((feed ~ '^[a-z]+$'::text))
table vendor_account constraint vendor_account_id_mode_key: UNIQUE (id, mode)
table vendor_account constraint vendor_account_mode_bank_code_account_number_key: UNIQUE (mode, bank_code, account_number)
table vendor_account constraint vendor_account_name_check: CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 200))))
table vendor_account constraint vendor_account_pkey: PRIMARY KEY (id)
table vendor_account constraint vendor_account_state_check: CHECK ((state = ANY (ARRAY['active'::text, 'draining'::text, 'frozen'::text, 'closed'::text])))
table vendor_account index vendor_account_frozen: CREATE INDEX vendor_account_frozen ON afara.vendor_account USING btree (id) WHERE (state = 'frozen'::text)
table vendor_account index vendor_account_id_mode_key: CREATE UNIQUE INDEX vendor_account_id_mode_key ON afara.vendor_account USING btree (id, mode)
table vendor_account index vendor_account_mode_bank_code_account_number_key: CREATE UNIQUE INDEX vendor_account_mode_bank_code_account_number_key ON afara.vendor_account USING btree (mode, bank_code, account_number)
table vendor_account index vendor_account_of_business: CREATE INDEX vendor_account_of_business ON afara.vendor_account USING btree (business_id, mode) WHERE (business_id IS NOT NULL)
table vendor_account index vendor_account_of_feed: CREATE UNIQUE INDEX vendor_account_of_feed ON afara.vendor_account USING btree (mode, feed, account_number) WHERE (feed IS NOT NULL)
table vendor_account index vendor_account_pkey: CREATE UNIQUE INDEX vendor_account_pkey ON afara.vendor_account USING btree (id)
table vendor_account policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table vendor_account policy payable: PERMISSIVE {afara_api} SELECT using ((tenant_business() IS NOT NULL) AND (tenant_mode() IS NOT NULL) AND (mode = ANY (ARRAY[tenant_mode(), 'test'::mode])) AND (NOT is_pool) AND ((business_id IS NULL) OR (business_id = tenant_business())))
table vendor_account policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table vendor_account policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table vendor_account policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table vendor_account policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table vendor_account trigger vendor_account_goes_on: CREATE TRIGGER vendor_account_goes_on AFTER UPDATE OF state ON afara.vendor_account FOR EACH ROW WHEN (((old.state = 'frozen'::text) AND (new.state <> 'frozen'::text))) EXECUTE FUNCTION wake_waiting() O
table vendor_account trigger vendor_account_guard: CREATE TRIGGER vendor_account_guard BEFORE INSERT OR UPDATE ON afara.vendor_account FOR EACH ROW EXECUTE FUNCTION guard_vendor_account() O
table vendor_account trigger vendor_account_wakes: CREATE TRIGGER vendor_account_wakes AFTER INSERT ON afara.vendor_account FOR EACH ROW EXECUTE FUNCTION wake_new_account() O
table vendor_account_edge: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
table vendor_account_edge column 01 from_state: text not null storage x
table vendor_account_edge column 02 to_state: text not null storage x
table vendor_account_edge column 03 needs_approval: boolean not null storage p
table vendor_account_edge constraint vendor_account_edge_pkey: PRIMARY KEY (from_state, to_state)
table vendor_account_edge index vendor_account_edge_pkey: CREATE UNIQUE INDEX vendor_account_edge_pkey ON afara.vendor_account_edge USING btree (from_state, to_state)
table vendor_debt: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
table vendor_debt column 01 mode: mode not null storage p
table vendor_debt column 02 vendor: text not null storage x
table vendor_debt column 03 collected_minor: nonnegative_minor not null storage m
table vendor_debt column 04 cleared_minor: nonnegative_minor not null storage m
table vendor_debt constraint vendor_debt_pkey: PRIMARY KEY (mode, vendor)
table vendor_debt constraint vendor_debt_vendor_check: CHECK ((vendor ~ '^[a-z]+$'::text))
table vendor_debt index vendor_debt_pkey: CREATE UNIQUE INDEX vendor_debt_pkey ON afara.vendor_debt USING btree (mode, vendor)
table vendor_debt_move: afara_owner grants [afara_reconciler=SELECT afara_worker=SELECT]
table vendor_debt_move column 01 id: uuid not null storage p
table vendor_debt_move column 02 mode: mode not null storage p
table vendor_debt_move column 03 vendor: text not null storage x
table vendor_debt_move column 04 kind: text not null storage x
table vendor_debt_move column 05 amount_minor: positive_minor not null storage m
table vendor_debt_move column 06 through_minor: positive_minor not null storage m
table vendor_debt_move column 07 booked_at: timestamp with time zone not null storage p
table vendor_debt_move column 08 entry_id: uuid not null storage p
table vendor_debt_move column 09 at: timestamp with time zone not null storage p
table vendor_debt_move column 10 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table vendor_debt_move constraint vendor_debt_move_entry_id_key: UNIQUE (entry_id)
table vendor_debt_move constraint vendor_debt_move_kind_check: CHECK ((kind = ANY (ARRAY['collected'::text, 'sent_back'::text, 'settled'::text, 'written_off'::text])))
table vendor_debt_move constraint vendor_debt_move_mode_vendor_fkey: FOREIGN KEY (mode, vendor) REFERENCES vendor_debt(mode, vendor)
table vendor_debt_move constraint vendor_debt_move_pkey: PRIMARY KEY (id)
table vendor_debt_move index vendor_debt_move_cleared: CREATE UNIQUE INDEX vendor_debt_move_cleared ON afara.vendor_debt_move USING btree (mode, vendor, through_minor) WHERE (kind <> 'collected'::text)
table vendor_debt_move index vendor_debt_move_collected: CREATE INDEX vendor_debt_move_collected ON afara.vendor_debt_move USING btree (mode, vendor, booked_at) WHERE (kind = 'collected'::text)
table vendor_debt_move index vendor_debt_move_entry_id_key: CREATE UNIQUE INDEX vendor_debt_move_entry_id_key ON afara.vendor_debt_move USING btree (entry_id)
table vendor_debt_move index vendor_debt_move_pkey: CREATE UNIQUE INDEX vendor_debt_move_pkey ON afara.vendor_debt_move USING btree (id)
table vendor_debt_move index vendor_debt_move_raised: CREATE UNIQUE INDEX vendor_debt_move_raised ON afara.vendor_debt_move USING btree (mode, vendor, through_minor) WHERE (kind = 'collected'::text)
table vendor_debt_move index vendor_debt_move_xid: CREATE INDEX vendor_debt_move_xid ON afara.vendor_debt_move USING btree (xid)
table vendor_debt_move trigger vendor_debt_move_is_history: CREATE TRIGGER vendor_debt_move_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.vendor_debt_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table vendor_terms: afara_owner grants []
table vendor_terms column 01 case_id: uuid not null storage p
table vendor_terms column 02 mode: mode not null storage p
table vendor_terms column 03 vendor: text not null storage x
table vendor_terms column 04 cap_minor: nonnegative_minor not null storage m
table vendor_terms column 05 pays_from_number: account_number storage x
table vendor_terms column 06 pays_from_bank: filled_text storage x
table vendor_terms column 07 decided_at: timestamp with time zone not null storage p
table vendor_terms constraint vendor_terms_check: CHECK ((num_nonnulls(pays_from_number, pays_from_bank) = ANY (ARRAY[0, 2])))
table vendor_terms constraint vendor_terms_pkey: PRIMARY KEY (case_id)
table vendor_terms constraint vendor_terms_vendor_check: CHECK ((vendor ~ '^[a-z]+$'::text))
table vendor_terms index vendor_terms_newest: CREATE INDEX vendor_terms_newest ON afara.vendor_terms USING btree (mode, vendor, decided_at DESC, case_id DESC)
table vendor_terms index vendor_terms_pkey: CREATE UNIQUE INDEX vendor_terms_pkey ON afara.vendor_terms USING btree (case_id)
table vendor_terms trigger vendor_terms_is_history: CREATE TRIGGER vendor_terms_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.vendor_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table wake: afara_owner {fillfactor=70} grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table wake column 01 subject_id: uuid not null storage p
table wake column 02 type: object_type not null storage x
table wake column 03 due_at: timestamp with time zone not null storage p
table wake column 04 nudge_number: integer not null storage p 0
table wake column 05 nudge_due_at: timestamp with time zone storage p
table wake column 06 failure_count: integer not null storage p 0
table wake column 07 last_error: text storage x
table wake constraint wake_pkey: PRIMARY KEY (subject_id)
table wake index wake_due: CREATE INDEX wake_due ON afara.wake USING btree (due_at)
table wake index wake_due_webhook: CREATE INDEX wake_due_webhook ON afara.wake USING btree (due_at) WHERE ((type)::text = 'webhook'::text)
table wake index wake_of_sell: CREATE INDEX wake_of_sell ON afara.wake USING btree (subject_id) WHERE ((type)::text = 'sell'::text)
table wake index wake_pkey: CREATE UNIQUE INDEX wake_pkey ON afara.wake USING btree (subject_id)
table wallet_block: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_worker=SELECT]
table wallet_block column 01 id: uuid not null storage p
table wallet_block column 02 transaction_id: uuid not null storage p
table wallet_block column 03 mode: mode not null storage p
table wallet_block column 04 code: text not null storage x
table wallet_block column 05 message: text not null storage x
table wallet_block column 06 since: timestamp with time zone not null storage p
table wallet_block column 07 asked_at: timestamp with time zone not null storage p
table wallet_block column 08 ended_at: timestamp with time zone storage p
table wallet_block constraint wallet_block_code_check: CHECK ((code <> ''::text))
table wallet_block constraint wallet_block_message_check: CHECK ((message <> ''::text))
table wallet_block constraint wallet_block_pkey: PRIMARY KEY (id)
table wallet_block index wallet_block_of_transaction: CREATE INDEX wallet_block_of_transaction ON afara.wallet_block USING btree (transaction_id)
table wallet_block index wallet_block_open: CREATE UNIQUE INDEX wallet_block_open ON afara.wallet_block USING btree (transaction_id) WHERE (ended_at IS NULL)
table wallet_block index wallet_block_pkey: CREATE UNIQUE INDEX wallet_block_pkey ON afara.wallet_block USING btree (id)
table wallet_block policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table wallet_block policy own_rows: PERMISSIVE {afara_api} SELECT using (EXISTS ( SELECT FROM transaction t WHERE (t.id = wallet_block.transaction_id)))
table wallet_block policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table wallet_block policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table wallet_end: afara_owner rls forced grants [afara_people=SELECT]
table wallet_end column 01 wallet_id: uuid not null storage p grants [afara_signer=SELECT]
table wallet_end column 02 business_id: uuid not null storage p
table wallet_end column 03 mode: mode not null storage p
table wallet_end column 04 member_id: uuid not null storage p
table wallet_end column 05 at: timestamp with time zone not null storage p grants [afara_signer=SELECT]
table wallet_end constraint wallet_end_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table wallet_end constraint wallet_end_pkey: PRIMARY KEY (wallet_id)
table wallet_end constraint wallet_end_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES enrolled_wallet(id)
table wallet_end index wallet_end_at: CREATE INDEX wallet_end_at ON afara.wallet_end USING btree (at)
table wallet_end index wallet_end_pkey: CREATE UNIQUE INDEX wallet_end_pkey ON afara.wallet_end USING btree (wallet_id)
table wallet_end policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table wallet_end policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table wallet_end policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table wallet_end policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table wallet_end policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table wallet_end trigger wallet_end_is_history: CREATE TRIGGER wallet_end_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.wallet_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table wallet_preflight: afara_owner {fillfactor=70} rls forced grants [afara_worker=SELECT]
table wallet_preflight column 01 mode: mode not null storage p
table wallet_preflight column 02 network: text not null storage x
table wallet_preflight column 03 address: text not null storage x
table wallet_preflight column 04 outcome: text not null storage x
table wallet_preflight column 05 code: text storage x
table wallet_preflight column 06 message: text storage x
table wallet_preflight column 07 warning: text storage x
table wallet_preflight column 08 tokens_minor: nonnegative_minor not null storage m
table wallet_preflight column 09 asked_at: timestamp with time zone not null storage p
table wallet_preflight column 10 paid_at: timestamp with time zone storage p
table wallet_preflight constraint wallet_preflight_check: CHECK (((outcome = 'blocked'::text) = ((code IS NOT NULL) AND (message IS NOT NULL))))
table wallet_preflight constraint wallet_preflight_check1: CHECK ((num_nulls(code, message) = ANY (ARRAY[0, 2])))
table wallet_preflight constraint wallet_preflight_outcome_check: CHECK ((outcome = ANY (ARRAY['fine'::text, 'blocked'::text])))
table wallet_preflight constraint wallet_preflight_pkey: PRIMARY KEY (mode, network, address)
table wallet_preflight index wallet_preflight_pkey: CREATE UNIQUE INDEX wallet_preflight_pkey ON afara.wallet_preflight USING btree (mode, network, address)
table wallet_preflight policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table wallet_preflight policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table wallet_preflight policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table wallet_signature: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT]
table wallet_signature column 01 wallet_id: uuid not null storage p grants [afara_signer=SELECT]
table wallet_signature column 02 part: text not null storage x grants [afara_signer=SELECT]
table wallet_signature column 03 business_id: uuid not null storage p
table wallet_signature column 04 mode: mode not null storage p
table wallet_signature column 05 member_id: uuid not null storage p grants [afara_signer=SELECT]
table wallet_signature column 06 credential_id: bytea not null storage x grants [afara_signer=SELECT]
table wallet_signature column 07 authenticator_data: bytea not null storage x grants [afara_signer=SELECT]
table wallet_signature column 08 client_data: bytea not null storage x grants [afara_signer=SELECT]
table wallet_signature column 09 signature: bytea not null storage x grants [afara_signer=SELECT]
table wallet_signature column 10 at: timestamp with time zone not null storage p grants [afara_signer=SELECT]
table wallet_signature column 11 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table wallet_signature constraint wallet_signature_authenticator_data_check: CHECK (((octet_length(authenticator_data) >= 37) AND (octet_length(authenticator_data) <= 4096)))
table wallet_signature constraint wallet_signature_client_data_check: CHECK (((octet_length(client_data) >= 1) AND (octet_length(client_data) <= 4096)))
table wallet_signature constraint wallet_signature_credential_id_fkey: FOREIGN KEY (credential_id) REFERENCES passkey(credential_id)
table wallet_signature constraint wallet_signature_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table wallet_signature constraint wallet_signature_part_check: CHECK ((part = ANY (ARRAY['proposed'::text, 'approved'::text])))
table wallet_signature constraint wallet_signature_pkey: PRIMARY KEY (wallet_id, part)
table wallet_signature constraint wallet_signature_signature_check: CHECK (((octet_length(signature) >= 1) AND (octet_length(signature) <= 1024)))
table wallet_signature constraint wallet_signature_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES enrolled_wallet(id)
table wallet_signature constraint wallet_signature_wallet_id_member_id_key: UNIQUE (wallet_id, member_id)
table wallet_signature index wallet_signature_at: CREATE INDEX wallet_signature_at ON afara.wallet_signature USING btree (at)
table wallet_signature index wallet_signature_pkey: CREATE UNIQUE INDEX wallet_signature_pkey ON afara.wallet_signature USING btree (wallet_id, part)
table wallet_signature index wallet_signature_wallet_id_member_id_key: CREATE UNIQUE INDEX wallet_signature_wallet_id_member_id_key ON afara.wallet_signature USING btree (wallet_id, member_id)
table wallet_signature index wallet_signature_xid: CREATE INDEX wallet_signature_xid ON afara.wallet_signature USING btree (xid)
table wallet_signature policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table wallet_signature policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table wallet_signature policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table wallet_signature policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table wallet_signature policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table wallet_signature trigger wallet_signature_is_history: CREATE TRIGGER wallet_signature_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.wallet_signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table webhook_attempt: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table webhook_attempt column 01 id: uuid not null storage p
table webhook_attempt column 02 delivery_id: uuid not null storage p
table webhook_attempt column 03 endpoint_id: uuid not null storage p
table webhook_attempt column 04 business_id: uuid not null storage p
table webhook_attempt column 05 mode: mode not null storage p
table webhook_attempt column 06 attempt: integer not null storage p
table webhook_attempt column 07 at: timestamp with time zone not null storage p
table webhook_attempt column 08 outcome: text not null storage x
table webhook_attempt column 09 status: integer storage p
table webhook_attempt column 10 said: text not null storage x
table webhook_attempt column 11 duration_ms: integer not null storage p
table webhook_attempt constraint webhook_attempt_attempt_check: CHECK ((attempt >= 1))
table webhook_attempt constraint webhook_attempt_check: CHECK (((outcome = 'answered'::text) = (status IS NOT NULL)))
table webhook_attempt constraint webhook_attempt_duration_ms_check: CHECK ((duration_ms >= 0))
table webhook_attempt constraint webhook_attempt_outcome_check: CHECK ((outcome = ANY (ARRAY['answered'::text, 'refused_address'::text, 'no_answer'::text, 'too_slow'::text])))
table webhook_attempt constraint webhook_attempt_pkey: PRIMARY KEY (id)
table webhook_attempt constraint webhook_attempt_said_check: CHECK ((length(said) <= 4096))
table webhook_attempt constraint webhook_attempt_status_check: CHECK (((status >= 100) AND (status <= 999)))
table webhook_attempt index webhook_attempt_at: CREATE INDEX webhook_attempt_at ON afara.webhook_attempt USING brin (at)
table webhook_attempt index webhook_attempt_of_delivery: CREATE INDEX webhook_attempt_of_delivery ON afara.webhook_attempt USING btree (delivery_id, id)
table webhook_attempt index webhook_attempt_pkey: CREATE UNIQUE INDEX webhook_attempt_pkey ON afara.webhook_attempt USING btree (id)
table webhook_attempt policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table webhook_attempt policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table webhook_attempt policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table webhook_attempt policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table webhook_attempt trigger webhook_attempt_is_history: CREATE TRIGGER webhook_attempt_is_history BEFORE UPDATE OR TRUNCATE ON afara.webhook_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table webhook_attempt trigger webhook_attempt_is_young: CREATE TRIGGER webhook_attempt_is_young BEFORE DELETE ON afara.webhook_attempt FOR EACH ROW WHEN ((old.at > (now() - '30 days'::interval))) EXECUTE FUNCTION refuse_change() O
table webhook_delivery: afara_owner {fillfactor=85} rls forced grants [afara_api=SELECT afara_worker=SELECT]
table webhook_delivery column 01 id: uuid not null storage p grants [afara_people=SELECT]
table webhook_delivery column 02 endpoint_id: uuid not null storage p grants [afara_people=SELECT]
table webhook_delivery column 03 business_id: uuid not null storage p
table webhook_delivery column 04 mode: mode not null storage p
table webhook_delivery column 05 kind: text not null storage x grants [afara_people=SELECT]
table webhook_delivery column 06 event_id: uuid not null storage p grants [afara_people=SELECT]
table webhook_delivery column 07 number: bigint storage p
table webhook_delivery column 08 body: text storage x
table webhook_delivery column 09 event_type: text not null storage x
table webhook_delivery column 10 transaction_id: uuid storage p grants [afara_people=SELECT]
table webhook_delivery column 11 state: text not null storage x 'pending'::text grants [afara_people=SELECT]
table webhook_delivery column 12 attempts: integer not null storage p 0
table webhook_delivery column 13 tries: integer not null storage p 0
table webhook_delivery column 14 due_at: timestamp with time zone not null storage p
table webhook_delivery column 15 created_at: timestamp with time zone not null storage p
table webhook_delivery column 16 finished_at: timestamp with time zone storage p
table webhook_delivery constraint webhook_delivery_attempts_check: CHECK ((attempts >= 0))
table webhook_delivery constraint webhook_delivery_check: CHECK (((tries >= 0) AND (tries <= attempts)))
table webhook_delivery constraint webhook_delivery_check1: CHECK (((kind = 'event'::text) = (number IS NOT NULL)))
table webhook_delivery constraint webhook_delivery_check2: CHECK (((kind = 'event'::text) = (body IS NULL)))
table webhook_delivery constraint webhook_delivery_check3: CHECK (((state = 'pending'::text) = (finished_at IS NULL)))
table webhook_delivery constraint webhook_delivery_endpoint_id_event_id_key: UNIQUE (endpoint_id, event_id)
table webhook_delivery constraint webhook_delivery_endpoint_id_fkey: FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id)
table webhook_delivery constraint webhook_delivery_kind_check: CHECK ((kind = ANY (ARRAY['event'::text, 'ping'::text, 'notice'::text])))
table webhook_delivery constraint webhook_delivery_pkey: PRIMARY KEY (id)
table webhook_delivery constraint webhook_delivery_state_check: CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'given_up'::text])))
table webhook_delivery index webhook_delivery_due: CREATE INDEX webhook_delivery_due ON afara.webhook_delivery USING btree (endpoint_id, due_at, id) WHERE (state = 'pending'::text)
table webhook_delivery index webhook_delivery_endpoint_id_event_id_key: CREATE UNIQUE INDEX webhook_delivery_endpoint_id_event_id_key ON afara.webhook_delivery USING btree (endpoint_id, event_id)
table webhook_delivery index webhook_delivery_finished: CREATE INDEX webhook_delivery_finished ON afara.webhook_delivery USING brin (finished_at)
table webhook_delivery index webhook_delivery_log: CREATE INDEX webhook_delivery_log ON afara.webhook_delivery USING btree (endpoint_id, id)
table webhook_delivery index webhook_delivery_pkey: CREATE UNIQUE INDEX webhook_delivery_pkey ON afara.webhook_delivery USING btree (id)
table webhook_delivery policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table webhook_delivery policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table webhook_delivery policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table webhook_delivery policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table webhook_endpoint: afara_owner {fillfactor=70} rls forced grants [afara_api=SELECT afara_worker=SELECT]
table webhook_endpoint column 01 id: uuid not null storage p grants [afara_people=SELECT]
table webhook_endpoint column 02 business_id: uuid not null storage p grants [afara_people=SELECT]
table webhook_endpoint column 03 mode: mode not null storage p grants [afara_people=SELECT]
table webhook_endpoint column 04 url: text not null storage x grants [afara_people=SELECT]
table webhook_endpoint column 05 event_types: text[] not null storage x '{*}'::text[]
table webhook_endpoint column 06 description: text not null storage x ''::text
table webhook_endpoint column 07 state: text not null storage x 'active'::text grants [afara_people=SELECT]
table webhook_endpoint column 08 created_at: timestamp with time zone not null storage p grants [afara_people=SELECT]
table webhook_endpoint column 09 cursor_number: bigint not null storage p
table webhook_endpoint column 10 failures: integer not null storage p 0
table webhook_endpoint column 11 failing_since: timestamp with time zone storage p grants [afara_people=SELECT]
table webhook_endpoint column 12 rests_until: timestamp with time zone storage p
table webhook_endpoint column 13 last_success_at: timestamp with time zone storage p grants [afara_people=SELECT]
table webhook_endpoint constraint webhook_endpoint_business_id_mode_fkey: FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode)
table webhook_endpoint constraint webhook_endpoint_check: CHECK (((failures = 0) = (failing_since IS NULL)))
table webhook_endpoint constraint webhook_endpoint_cursor_number_check: CHECK ((cursor_number >= 0))
table webhook_endpoint constraint webhook_endpoint_description_check: CHECK ((length(description) <= 200))
table webhook_endpoint constraint webhook_endpoint_event_types_check: CHECK ((((cardinality(event_types) >= 1) AND (cardinality(event_types) <= 50)) AND (array_position(event_types, NULL::text) IS NULL)))
table webhook_endpoint constraint webhook_endpoint_failures_check: CHECK ((failures >= 0))
table webhook_endpoint constraint webhook_endpoint_pkey: PRIMARY KEY (id)
table webhook_endpoint constraint webhook_endpoint_state_check: CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text, 'removed'::text])))
table webhook_endpoint constraint webhook_endpoint_url_check: CHECK (((length(url) >= 8) AND (length(url) <= 2048)))
table webhook_endpoint index webhook_endpoint_failing: CREATE INDEX webhook_endpoint_failing ON afara.webhook_endpoint USING btree (mode, failing_since) WHERE ((failing_since IS NOT NULL) AND (state = 'active'::text))
table webhook_endpoint index webhook_endpoint_of_business: CREATE INDEX webhook_endpoint_of_business ON afara.webhook_endpoint USING btree (business_id, mode, id)
table webhook_endpoint index webhook_endpoint_pkey: CREATE UNIQUE INDEX webhook_endpoint_pkey ON afara.webhook_endpoint USING btree (id)
table webhook_endpoint index webhook_endpoint_url: CREATE UNIQUE INDEX webhook_endpoint_url ON afara.webhook_endpoint USING btree (business_id, mode, url) WHERE (state <> 'removed'::text)
table webhook_endpoint policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table webhook_endpoint policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table webhook_endpoint policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table webhook_endpoint policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table webhook_notice: afara_owner rls forced grants [afara_api=SELECT afara_worker=SELECT]
table webhook_notice column 01 id: uuid not null storage p
table webhook_notice column 02 endpoint_id: uuid not null storage p
table webhook_notice column 03 business_id: uuid not null storage p
table webhook_notice column 04 mode: mode not null storage p
table webhook_notice column 05 kind: text not null storage x
table webhook_notice column 06 message: text not null storage x
table webhook_notice column 07 key_id: uuid storage p
table webhook_notice column 08 at: timestamp with time zone not null storage p
table webhook_notice constraint webhook_notice_endpoint_id_fkey: FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id)
table webhook_notice constraint webhook_notice_kind_check: CHECK ((kind = ANY (ARRAY['opened'::text, 'changed'::text, 'paused'::text, 'resumed'::text, 'disabled'::text, 'secret_rotated'::text, 'removed'::text])))
table webhook_notice constraint webhook_notice_message_check: CHECK (((message <> ''::text) AND (length(message) <= 500)))
table webhook_notice constraint webhook_notice_pkey: PRIMARY KEY (id)
table webhook_notice index webhook_notice_of_endpoint: CREATE INDEX webhook_notice_of_endpoint ON afara.webhook_notice USING btree (endpoint_id, id)
table webhook_notice index webhook_notice_pkey: CREATE UNIQUE INDEX webhook_notice_pkey ON afara.webhook_notice USING btree (id)
table webhook_notice policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table webhook_notice policy own_rows: PERMISSIVE {afara_api} SELECT using ((business_id = tenant_business()) AND (mode = tenant_mode()))
table webhook_notice policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table webhook_notice policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table webhook_notice trigger webhook_notice_is_history: CREATE TRIGGER webhook_notice_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.webhook_notice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table webhook_secret: afara_owner rls forced grants []
table webhook_secret column 01 id: uuid not null storage p grants [afara_api=SELECT]
table webhook_secret column 02 endpoint_id: uuid not null storage p grants [afara_api=SELECT]
table webhook_secret column 03 sealed: bytea not null storage x
table webhook_secret column 04 created_at: timestamp with time zone not null storage p grants [afara_api=SELECT]
table webhook_secret column 05 expires_at: timestamp with time zone storage p grants [afara_api=SELECT]
table webhook_secret constraint webhook_secret_endpoint_id_fkey: FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id)
table webhook_secret constraint webhook_secret_pkey: PRIMARY KEY (id)
table webhook_secret constraint webhook_secret_sealed_check: CHECK (((octet_length(sealed) >= 45) AND (octet_length(sealed) <= 200)))
table webhook_secret index webhook_secret_of_endpoint: CREATE INDEX webhook_secret_of_endpoint ON afara.webhook_secret USING btree (endpoint_id)
table webhook_secret index webhook_secret_pkey: CREATE UNIQUE INDEX webhook_secret_pkey ON afara.webhook_secret USING btree (id)
table webhook_secret policy house: PERMISSIVE {afara_owner} ALL using true check true
table webhook_secret policy own_rows: PERMISSIVE {afara_api} SELECT using (EXISTS ( SELECT FROM webhook_endpoint w WHERE (w.id = webhook_secret.endpoint_id)))
table withdrawal: afara_owner rls forced grants [afara_api=SELECT afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table withdrawal column 01 transaction_id: uuid not null storage p grants [afara_signer=SELECT]
table withdrawal column 02 mode: mode not null storage p grants [afara_signer=SELECT]
table withdrawal column 03 network: text not null storage x grants [afara_signer=SELECT]
table withdrawal column 04 wallet_address: text not null storage x grants [afara_signer=SELECT]
table withdrawal column 05 asked_by: text not null storage x grants [afara_signer=SELECT]
table withdrawal constraint withdrawal_asked_by_check: CHECK ((asked_by <> ''::text))
table withdrawal constraint withdrawal_pkey: PRIMARY KEY (transaction_id)
table withdrawal constraint withdrawal_wallet_address_check: CHECK ((wallet_address <> ''::text))
table withdrawal index withdrawal_by_wallet: CREATE INDEX withdrawal_by_wallet ON afara.withdrawal USING btree (wallet_address, transaction_id)
table withdrawal index withdrawal_pkey: CREATE UNIQUE INDEX withdrawal_pkey ON afara.withdrawal USING btree (transaction_id)
table withdrawal policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table withdrawal policy own_rows: PERMISSIVE {afara_api} SELECT using (EXISTS ( SELECT FROM transaction t WHERE (t.id = withdrawal.transaction_id)))
table withdrawal policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table withdrawal policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table withdrawal policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table withdrawal trigger withdrawal_is_history: CREATE TRIGGER withdrawal_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.withdrawal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table withdrawal_order: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table withdrawal_order column 01 id: uuid not null storage p grants [afara_payer=SELECT afara_signer=SELECT]
table withdrawal_order column 02 business_id: uuid not null storage p grants [afara_signer=SELECT]
table withdrawal_order column 03 mode: mode not null storage p grants [afara_signer=SELECT]
table withdrawal_order column 04 reference: transaction_reference not null storage x grants [afara_signer=SELECT]
table withdrawal_order column 05 wallet_id: uuid not null storage p grants [afara_signer=SELECT]
table withdrawal_order column 06 network: filled_text not null storage x grants [afara_signer=SELECT]
table withdrawal_order column 07 address: filled_text not null storage x grants [afara_signer=SELECT]
table withdrawal_order column 08 amount_minor: positive_minor not null storage m grants [afara_payer=SELECT afara_signer=SELECT]
table withdrawal_order column 09 text: text not null storage x
table withdrawal_order column 10 proposed_by: uuid not null storage p
table withdrawal_order column 11 created_at: timestamp with time zone not null storage p
table withdrawal_order column 12 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table withdrawal_order constraint withdrawal_order_business_id_fkey: FOREIGN KEY (business_id) REFERENCES business(id)
table withdrawal_order constraint withdrawal_order_business_id_mode_reference_key: UNIQUE (business_id, mode, reference)
table withdrawal_order constraint withdrawal_order_pkey: PRIMARY KEY (id)
table withdrawal_order constraint withdrawal_order_proposed_by_fkey: FOREIGN KEY (proposed_by) REFERENCES member(id)
table withdrawal_order constraint withdrawal_order_text_check: CHECK (((text ~~ 'Afara withdrawal 1 %'::text) AND (length(text) <= 2000)))
table withdrawal_order constraint withdrawal_order_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES enrolled_wallet(id)
table withdrawal_order index withdrawal_order_business_id_mode_reference_key: CREATE UNIQUE INDEX withdrawal_order_business_id_mode_reference_key ON afara.withdrawal_order USING btree (business_id, mode, reference)
table withdrawal_order index withdrawal_order_of_business: CREATE INDEX withdrawal_order_of_business ON afara.withdrawal_order USING btree (business_id, mode, id)
table withdrawal_order index withdrawal_order_pkey: CREATE UNIQUE INDEX withdrawal_order_pkey ON afara.withdrawal_order USING btree (id)
table withdrawal_order index withdrawal_order_xid: CREATE INDEX withdrawal_order_xid ON afara.withdrawal_order USING btree (xid)
table withdrawal_order policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table withdrawal_order policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table withdrawal_order policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table withdrawal_order policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table withdrawal_order policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table withdrawal_order policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table withdrawal_order trigger withdrawal_order_is_history: CREATE TRIGGER withdrawal_order_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.withdrawal_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table withdrawal_outcome: afara_owner rls forced grants [afara_people=SELECT afara_worker=SELECT]
table withdrawal_outcome column 01 order_id: uuid not null storage p grants [afara_payer=SELECT]
table withdrawal_outcome column 02 business_id: uuid not null storage p grants [afara_payer=SELECT]
table withdrawal_outcome column 03 mode: mode not null storage p grants [afara_payer=SELECT]
table withdrawal_outcome column 04 outcome: text not null storage x
table withdrawal_outcome column 05 people: integer storage p grants [afara_payer=SELECT]
table withdrawal_outcome column 06 member_id: uuid storage p
table withdrawal_outcome column 07 at: timestamp with time zone not null storage p grants [afara_payer=SELECT]
table withdrawal_outcome constraint withdrawal_outcome_check: CHECK (((outcome = 'approved'::text) = (people IS NOT NULL)))
table withdrawal_outcome constraint withdrawal_outcome_check1: CHECK (((outcome = 'approved'::text) = (member_id IS NULL)))
table withdrawal_outcome constraint withdrawal_outcome_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table withdrawal_outcome constraint withdrawal_outcome_order_id_fkey: FOREIGN KEY (order_id) REFERENCES withdrawal_order(id)
table withdrawal_outcome constraint withdrawal_outcome_outcome_check: CHECK ((outcome = ANY (ARRAY['approved'::text, 'cancelled'::text, 'refused'::text])))
table withdrawal_outcome constraint withdrawal_outcome_people_check: CHECK ((people = ANY (ARRAY[1, 2])))
table withdrawal_outcome constraint withdrawal_outcome_pkey: PRIMARY KEY (order_id)
table withdrawal_outcome index withdrawal_outcome_alone: CREATE INDEX withdrawal_outcome_alone ON afara.withdrawal_outcome USING btree (business_id, mode, at) WHERE (people = 1)
table withdrawal_outcome index withdrawal_outcome_pkey: CREATE UNIQUE INDEX withdrawal_outcome_pkey ON afara.withdrawal_outcome USING btree (order_id)
table withdrawal_outcome policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table withdrawal_outcome policy payer_reads: PERMISSIVE {afara_payer} SELECT using true
table withdrawal_outcome policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table withdrawal_outcome policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table withdrawal_outcome policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table withdrawal_outcome trigger withdrawal_outcome_is_history: CREATE TRIGGER withdrawal_outcome_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.withdrawal_outcome FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table withdrawal_refusal: afara_owner rls forced grants [afara_people=SELECT]
table withdrawal_refusal column 01 order_id: uuid not null storage p
table withdrawal_refusal column 02 business_id: uuid not null storage p
table withdrawal_refusal column 03 mode: mode not null storage p
table withdrawal_refusal column 04 code: text not null storage x
table withdrawal_refusal column 05 message: text not null storage x
table withdrawal_refusal column 06 at: timestamp with time zone not null storage p
table withdrawal_refusal constraint withdrawal_refusal_code_check: CHECK ((code ~ '^[a-z_]+$'::text))
table withdrawal_refusal constraint withdrawal_refusal_message_check: CHECK (((length(message) >= 1) AND (length(message) <= 500)))
table withdrawal_refusal constraint withdrawal_refusal_order_id_fkey: FOREIGN KEY (order_id) REFERENCES withdrawal_order(id)
table withdrawal_refusal constraint withdrawal_refusal_pkey: PRIMARY KEY (order_id)
table withdrawal_refusal index withdrawal_refusal_pkey: CREATE UNIQUE INDEX withdrawal_refusal_pkey ON afara.withdrawal_refusal USING btree (order_id)
table withdrawal_refusal policy house: PERMISSIVE {afara_owner,afara_worker} ALL using true check true
table withdrawal_refusal policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table withdrawal_refusal policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table withdrawal_refusal policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table withdrawal_refusal trigger withdrawal_refusal_is_history: CREATE TRIGGER withdrawal_refusal_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.withdrawal_refusal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
table withdrawal_signature: afara_owner rls forced grants [afara_people=SELECT afara_reconciler=SELECT afara_sealer=SELECT afara_worker=SELECT]
table withdrawal_signature column 01 order_id: uuid not null storage p grants [afara_signer=SELECT]
table withdrawal_signature column 02 part: text not null storage x grants [afara_signer=SELECT]
table withdrawal_signature column 03 business_id: uuid not null storage p
table withdrawal_signature column 04 mode: mode not null storage p
table withdrawal_signature column 05 member_id: uuid not null storage p grants [afara_signer=SELECT]
table withdrawal_signature column 06 credential_id: bytea not null storage x grants [afara_signer=SELECT]
table withdrawal_signature column 07 authenticator_data: bytea not null storage x grants [afara_signer=SELECT]
table withdrawal_signature column 08 client_data: bytea not null storage x grants [afara_signer=SELECT]
table withdrawal_signature column 09 signature: bytea not null storage x grants [afara_signer=SELECT]
table withdrawal_signature column 10 at: timestamp with time zone not null storage p
table withdrawal_signature column 11 xid: bigint not null storage p ((pg_current_xact_id())::text)::bigint
table withdrawal_signature constraint withdrawal_signature_authenticator_data_check: CHECK (((octet_length(authenticator_data) >= 37) AND (octet_length(authenticator_data) <= 4096)))
table withdrawal_signature constraint withdrawal_signature_client_data_check: CHECK (((octet_length(client_data) >= 1) AND (octet_length(client_data) <= 4096)))
table withdrawal_signature constraint withdrawal_signature_credential_id_fkey: FOREIGN KEY (credential_id) REFERENCES passkey(credential_id)
table withdrawal_signature constraint withdrawal_signature_member_id_fkey: FOREIGN KEY (member_id) REFERENCES member(id)
table withdrawal_signature constraint withdrawal_signature_order_id_fkey: FOREIGN KEY (order_id) REFERENCES withdrawal_order(id)
table withdrawal_signature constraint withdrawal_signature_order_id_member_id_key: UNIQUE (order_id, member_id)
table withdrawal_signature constraint withdrawal_signature_part_check: CHECK ((part = ANY (ARRAY['proposed'::text, 'approved'::text])))
table withdrawal_signature constraint withdrawal_signature_pkey: PRIMARY KEY (order_id, part)
table withdrawal_signature constraint withdrawal_signature_signature_check: CHECK (((octet_length(signature) >= 1) AND (octet_length(signature) <= 1024)))
table withdrawal_signature index withdrawal_signature_order_id_member_id_key: CREATE UNIQUE INDEX withdrawal_signature_order_id_member_id_key ON afara.withdrawal_signature USING btree (order_id, member_id)
table withdrawal_signature index withdrawal_signature_pkey: CREATE UNIQUE INDEX withdrawal_signature_pkey ON afara.withdrawal_signature USING btree (order_id, part)
table withdrawal_signature index withdrawal_signature_xid: CREATE INDEX withdrawal_signature_xid ON afara.withdrawal_signature USING btree (xid)
table withdrawal_signature policy house: PERMISSIVE {afara_owner,afara_sealer,afara_worker} ALL using true check true
table withdrawal_signature policy people_of_business: PERMISSIVE {afara_people} SELECT using (business_id = tenant_business())
table withdrawal_signature policy people_of_house: PERMISSIVE {afara_people} ALL using sees_house() check sees_house()
table withdrawal_signature policy reconciler_reads: PERMISSIVE {afara_reconciler} SELECT using true
table withdrawal_signature policy signer_reads: PERMISSIVE {afara_signer} SELECT using true
table withdrawal_signature trigger withdrawal_signature_is_history: CREATE TRIGGER withdrawal_signature_is_history BEFORE DELETE OR UPDATE OR TRUNCATE ON afara.withdrawal_signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change() O
type account_kind: afara_owner enum ('bank', 'payout_bank', 'suspense', 'held', 'committed', 'clearing', 'business', 'float', 'deposit', 'outgoing', 'transit', 'income', 'tax', 'expense', 'gas', 'capital', 'receivable', 'reserve')
type allocation_evidence: afara_owner enum ('number', 'mask', 'tail', 'code', 'account', 'person', 'own_number')
type allocation_ground: afara_owner enum ('dedicated', 'expected', 'bound', 'within_cap', 'person')
type asset: afara_owner enum ('NGN', 'NGNC', 'POL', 'AVAX', 'XLM', 'SOL')
type case_kind: afara_owner enum ('contested', 'ownership_unproved', 'ambiguous', 'third_party', 'weak_evidence', 'unmatched', 'stale_credit', 'duplicate', 'overpaid', 'underpaid', 'late_credit', 'recall', 'unexplained_debit', 'line_aside', 'unconfirmed_import', 'request', 'screening_hit', 'over_limit', 'cannot_deliver', 'send_failed', 'signer_refused', 'lane_halted', 'overdue', 'refund_due', 'restored', 'nodes_disagree', 'chain_halted', 'wrong_chain', 'late_deposit', 'over_deposited', 'second_deposit', 'part_deposited', 'name_differs', 'payout_failed', 'payout_unknown', 'payout_mismatch', 'payout_unexplained', 'refund_choice', 'float_low', 'reconciliation_differs')
type line_direction: afara_owner enum ('credit', 'debit')
type line_kind: afara_owner enum ('payment', 'reversal', 'recall', 'own_return', 'charge', 'unclear')
type mode: afara_owner enum ('live', 'test')
type transaction_type: afara_owner enum ('buy', 'sell', 'drill', 'withdrawal', 'return')
view bank_line_known_payer: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
view bank_line_known_payer definition:  body 85390546bf64936b
view bank_line_sighting: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
view bank_line_sighting definition:  body 477f215c31b4560c
view credit_use: afara_owner grants [afara_worker=SELECT]
view credit_use definition:  body 79a3d98fb135e59b
view current_rail: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
view current_rail definition:  body 6d9ba4f4d887b752
view current_vendor_terms: afara_owner grants [afara_people=SELECT afara_reconciler=SELECT afara_worker=SELECT]
view current_vendor_terms definition:  body 3a055e086113273f
view deposit_in_suspense: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
view deposit_in_suspense definition:  body e94156c933ccc0db
view fee_of_buy: afara_owner grants []
view fee_of_buy definition:  body 072b9c10607367c8
view listed_transaction: afara_owner {security_barrier=true} grants [afara_payer=SELECT]
view listed_transaction definition:  body d77e666b182d86b7
view owed_return: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
view owed_return definition:  body b1e78270c3bd4f1f
view own_business_case: afara_owner {security_barrier=true} grants []
view own_business_case definition:  body 367815663d05e56c
view own_transaction: afara_owner {security_barrier=true} grants [afara_api=SELECT]
view own_transaction definition:  body 638aea3c724ecc31
view payee_of_sell: afara_owner grants [afara_people=SELECT]
view payee_of_sell definition:  body a4b0782f2ff5790b
view reversal_under_standing: afara_owner grants []
view reversal_under_standing definition:  body b2619ae0e7526d6c
view sell_with_loss: afara_owner {security_barrier=true} grants [afara_payer=SELECT]
view sell_with_loss definition:  body cbd583680be8468f
view standing_allocation: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
view standing_allocation definition:  body 214ba68fbae0c404
view standing_decision: afara_owner grants [afara_people=SELECT]
view standing_decision definition:  body 8dbb033461de1998
view token_destination: afara_owner grants [afara_people=SELECT afara_worker=SELECT]
view token_destination definition:  body fba34d0e31d6c339
view told_event: afara_owner grants []
view told_event definition:  body 5f379923d4522c39
view transaction_margin: afara_owner grants []
view transaction_margin definition:  body c87e4f2274b4a41f
view transaction_wait: afara_owner {security_barrier=true} grants [afara_people=SELECT]
view transaction_wait definition:  body 51488f822fe326d0
