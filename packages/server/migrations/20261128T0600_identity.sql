-- Emptied accounts are called what they are in each language.
update users set translations = '{"zh": {"fullName": "已注销用户"}, "en": {"fullName": "Deleted user"}, "de": {"fullName": "Gelöschtes Konto"}, "es": {"fullName": "Usuario eliminado"}, "fr": {"fullName": "Utilisateur supprimé"}, "ja": {"fullName": "削除済みユーザー"}, "ko": {"fullName": "삭제된 사용자"}, "pt": {"fullName": "Utilizador eliminado"}, "ru": {"fullName": "Удалённый пользователь"}}'
where deleted_at is not null and merged_into is null;

update users set translations = '{"zh": {"fullName": "已合并用户"}, "en": {"fullName": "Merged user"}, "de": {"fullName": "Zusammengeführtes Konto"}, "es": {"fullName": "Usuario unido a otra cuenta"}, "fr": {"fullName": "Utilisateur fusionné"}, "ja": {"fullName": "統合済みユーザー"}, "ko": {"fullName": "합쳐진 사용자"}, "pt": {"fullName": "Utilizador unido a outra conta"}, "ru": {"fullName": "Объединённый пользователь"}}'
where merged_into is not null;
