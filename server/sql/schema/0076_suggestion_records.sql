-- How often people followed the suggestion of a kind of case (suggestion_record).
create index case_file_suggested on case_file (mode, kind) where ended = 'approved' and proposal is not null;
