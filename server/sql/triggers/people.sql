-- People, their passkeys, codes, sessions, terminals and invitations.

create trigger beneficiary_guard before update on beneficiary for each row execute function guard_beneficiary();
create trigger device_login_guard before update on device_login for each row execute function guard_device_login();
create trigger decision_signature_guard before insert on decision_signature for each row execute function guard_decision_signature();
create trigger email_confirmation_guard before update on email_confirmation for each row execute function guard_email_confirmation();
create trigger email_request_guard before update on email_request for each row execute function guard_email_request();
create trigger invitation_guard before update on invitation for each row execute function guard_invitation();
create trigger invitation_accepted after update of accepted_at on invitation for each row
  when (old.accepted_at is null and new.accepted_at is not null) execute function reenrol();
create trigger member_confirmation_guard before insert on member_confirmation for each row execute function guard_member_confirmation();
create trigger membership_keeps_owner after update on membership for each row
  when (old.role = 'owner' and old.ended_at is null and (new.role <> 'owner' or new.ended_at is not null)) execute function keep_owner();
create trigger mail_guard before update on mail for each row execute function guard_mail();
create trigger passkey_guard before update on passkey for each row execute function guard_passkey();
create trigger passkey_revoked after update on passkey for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function sign_out_passkey();
create trigger person_session_guard before update on person_session for each row execute function guard_session();
create trigger signature_request_guard before update on signature_request for each row execute function guard_signature_request();
create trigger team_invitation_guard before update on team_invitation for each row execute function guard_team_invitation();
create trigger totp_guard before update on totp for each row execute function guard_totp();
create trigger totp_ended after update on totp for each row
  when (old.ended_at is null and new.ended_at is not null) execute function sign_out_totp();
create trigger operator_stopped after update of status on operator for each row
  when (new.status <> 'active') execute function sign_out_disabled();
create trigger member_disabled after update of status on member for each row
  when (new.status = 'disabled') execute function sign_out_disabled();

create trigger email_confirmation_stays before delete or truncate on email_confirmation for each statement
  execute function refuse_change();
create trigger invitation_stays before delete or truncate on invitation for each statement execute function refuse_change();
create trigger mail_stays before delete or truncate on mail for each statement execute function refuse_change();
create trigger member_stays before delete or truncate on member for each statement execute function refuse_change();
create trigger membership_stays before delete or truncate on membership for each statement execute function refuse_change();
create trigger person_session_stays before delete or truncate on person_session for each statement execute function refuse_change();
create trigger team_invitation_stays before delete or truncate on team_invitation for each statement execute function refuse_change();
create trigger totp_stays before delete or truncate on totp for each statement execute function refuse_change();
