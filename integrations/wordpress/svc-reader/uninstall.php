<?php
/**
 * Deletes the settings and cached pages when the plugin is deleted.
 *
 * @package svc-reader
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** Deletes the plugin's data of the current site. */
function svc_reader_delete_data() {
	global $wpdb;
	delete_option( 'svc_reader_settings' );
	// WordPress has no function that deletes transients by prefix.
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery.DirectQuery, WordPress.DB.DirectDatabaseQuery.NoCaching
	$wpdb->query(
		$wpdb->prepare(
			"DELETE FROM {$wpdb->options} WHERE option_name LIKE %s OR option_name LIKE %s",
			$wpdb->esc_like( '_transient_svc_reader_' ) . '%',
			$wpdb->esc_like( '_transient_timeout_svc_reader_' ) . '%'
		)
	);
}

if ( is_multisite() ) {
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $svc_reader_site ) {
		switch_to_blog( $svc_reader_site );
		svc_reader_delete_data();
		restore_current_blog();
	}
} else {
	svc_reader_delete_data();
}
