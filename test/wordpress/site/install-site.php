<?php
/**
 * Installs the test site: php install-site.php FOLDER PORT.
 *
 * @package svc-reader
 */

$folder = $argv[1];
$port   = $argv[2];

// The configuration loads all of WordPress, which needs the database.
preg_match( "/'DB_HOST', 'localhost:([^']+)'/", file_get_contents( "$folder/wp-config.php" ), $found );
( new mysqli( null, 'root', '', '', 0, $found[1] ) )->query( 'CREATE DATABASE wordpress CHARACTER SET utf8mb4' );

$_SERVER['HTTP_HOST']       = "127.0.0.1:$port";
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD']  = 'GET';
$_SERVER['REQUEST_URI']     = '/';
define( 'WP_INSTALLING', true );

/** Replaces WordPress's function because the site sends no mail. */
function wp_new_blog_notification() {}

require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

wp_install( 'Blog', 'administrator', 'administrator@example.org', true, '', 'password' );
foreach ( array( 'editor', 'author', 'contributor' ) as $role ) {
	wp_insert_user(
		array(
			'user_login' => $role,
			'user_pass'  => 'password',
			'user_email' => "$role@example.org",
			'role'       => $role,
		)
	);
}
foreach ( get_users( array( 'fields' => 'ID' ) ) as $user ) {
	// The editors' welcome guides would cover the page.
	update_user_meta(
		$user,
		'wp_persisted_preferences',
		array(
			'core/edit-post' => array(
				'welcomeGuide'   => false,
				'fullscreenMode' => false,
			),
			'core/edit-site' => array(
				'welcomeGuide' => false,
			),
			'_modified'      => gmdate( 'c' ),
		)
	);
}
$themes = array_keys( wp_get_themes() );
switch_theme( $themes[0] );
$result = activate_plugin( 'svc-reader/svc-reader.php' );
if ( is_wp_error( $result ) ) {
	fwrite( STDERR, $result->get_error_message() . "\n" );
	exit( 1 );
}
