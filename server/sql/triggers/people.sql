-- People, their passkeys, sessions, terminals and invitations.

create trigger device_login_guard before update on device_login for each row execute function guard_device_login();
create trigger invitation_guard before update on invitation for each row execute function guard_invitation();
create trigger mail_guard before update on mail for each row execute function guard_mail();
create trigger passkey_guard before update on passkey for each row execute function guard_passkey();
create trigger passkey_revoked after update on passkey for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function sign_out_passkey();
create trigger person_session_guard before update on person_session for each row execute function guard_session();
create trigger signature_request_guard before update on signature_request for each row execute function guard_signature_request();
create trigger operator_disabled after update of status on operator for each row
  when (new.status = 'disabled') execute function sign_out_disabled();
create trigger member_disabled after update of status on member for each row
  when (new.status = 'disabled') execute function sign_out_disabled();

create trigger invitation_stays before delete or truncate on invitation for each statement execute function refuse_change();
create trigger mail_stays before delete or truncate on mail for each statement execute function refuse_change();
create trigger member_stays before delete or truncate on member for each statement execute function refuse_change();
create trigger membership_stays before delete or truncate on membership for each statement execute function refuse_change();
create trigger person_session_stays before delete or truncate on person_session for each statement execute function refuse_change();
