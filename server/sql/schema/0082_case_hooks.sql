-- A notice about a case goes to the team's endpoint too (notify_operator). It is a row of its own, so that each is tried until it arrives.
alter table mail drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in (
    'invitation', 'confirmation', 'sign_in', 'recovery', 'team_invitation', 'reenrolled', 'break_glass', 'team_changed',
    'go_live_refused', 'went_live', 'wallet_changed', 'case_notice', 'case_hook'));
