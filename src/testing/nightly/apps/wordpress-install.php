<?php
/* Installs WordPress without its form: a title, an administrator, no mail. */
$_SERVER['HTTP_HOST'] = $argv[1];
$_SERVER['REQUEST_METHOD'] = 'GET';
define('WP_INSTALLING', true);
require $argv[2] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
function wp_new_blog_notification() {}
wp_install('Tides', 'keeper', 'keeper@localhost.test', true, '', 'no secret, only for tests');
update_option('permalink_structure', '/%postname%/');
global $wp_rewrite;
$wp_rewrite->set_permalink_structure('/%postname%/');
update_option('blogdescription', 'High and low water, day by day');
// Two installations have the same pages.
$wpdb->query("UPDATE $wpdb->posts SET post_date = '2026-03-01 06:12:00', post_date_gmt = post_date, post_modified = post_date, post_modified_gmt = post_date");
$wpdb->query("UPDATE $wpdb->comments SET comment_date = '2026-03-01 06:12:00', comment_date_gmt = comment_date");
