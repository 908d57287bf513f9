-- Mail to operators about their cases (notify_operator).
alter table mail drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in (
    'invitation', 'confirmation', 'sign_in', 'recovery', 'team_invitation', 'reenrolled', 'break_glass', 'team_changed',
    'go_live_refused', 'went_live', 'wallet_changed', 'case_notice'));
